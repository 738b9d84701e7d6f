" written from the grammar by tests/lsp/editors.rs
if exists('b:current_syntax') | finish | endif

syntax keyword rotaItem action attr bag board conflicts deck die edge enum feature meet menu modify option order pack piece players procedure reason requires row rule scenario setup slots start step stock tiles track trait value var variant with wrong
syntax keyword rotaKeyword about add adds adjoins after again alone among and append as at award awards before begins by cancel case choose close closed colour cut decides disable discard do down draw each else end exactly expect false fill for from game give given home if in instead int into is keep language last lay layer leave let link mod move neutral no none not now of offered on or over paid pass pay pays pile place points printing pts published put reentrant refused reopen repeat replace return ring roll rounded run score scores secret secretly send set several show shuffle sign site source stack stages stand stop take takes then to true turned under unseen until up when where while win wins won x
syntax keyword rotaBuiltin active awards cells closed extended features hand joined laid occupied pieces placed players spare stock supply turn
syntax match rotaNumber '\<\d\+\>'
syntax match rotaId '\<\u\w*-[A-Za-z0-9-]\+\>'
syntax match rotaMember '\.\@<=\h\w*'
syntax region rotaText start='"' end='"' oneline
syntax match rotaComment '#.*$' contains=@Spell

highlight default link rotaItem Structure
highlight default link rotaKeyword Keyword
highlight default link rotaBuiltin Function
highlight default link rotaNumber Number
highlight default link rotaId Constant
highlight default link rotaMember Identifier
highlight default link rotaText String
highlight default link rotaComment Comment

setlocal commentstring=#\ %s
let b:current_syntax = 'rota'
