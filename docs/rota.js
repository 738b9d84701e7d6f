// written from the grammar by tests/lsp/editors.rs
hljs.registerLanguage("rota", () => ({
  "contains": [
    {
      "begin": "#",
      "className": "comment",
      "end": "$"
    },
    {
      "begin": "\"",
      "className": "string",
      "end": "\""
    },
    {
      "begin": "\\b[0-9]+(\\.[0-9]+)*\\b",
      "className": "number"
    },
    {
      "begin": "\\.[A-Za-z_][A-Za-z0-9_]*"
    },
    {
      "begin": "\\b[A-Z][A-Za-z0-9]*-[A-Za-z0-9-]+\\b",
      "className": "symbol"
    },
    {
      "begin": ":\\s*(?=(?:set\\s+)?(?:award|bag|bool|card|cell|corner|deck|feature|int|kind|piece|placement|player|pts|reason|segment|side|space|stock|tile)\\b)",
      "starts": {
        "className": "type",
        "end": "\\b(?:award|bag|bool|card|cell|corner|deck|feature|int|kind|piece|placement|player|pts|reason|segment|side|space|stock|tile)\\b"
      }
    },
    {
      "begin": "^\\s*(?:(?:add|replace)\\s+)?(?:wrong\\s+)?(?:action|attr|bag|board|conflicts|deck|die|edge|enum|feature|meet|menu|modify|option|order|pack|piece|players|procedure|reason|requires|row|rule|scenario|setup|slots|start|step|stock|tiles|track|trait|value|var|variant|with|wrong)\\b",
      "className": "keyword",
      "starts": {
        "className": "title",
        "end": "[A-Za-z_][A-Za-z0-9_]*|(?=[^\\s\\w])|$"
      }
    }
  ],
  "keywords": {
    "built_in": "active awards cells closed extended features hand joined laid occupied pieces placed players spare stock supply turn",
    "keyword": "about action add adds adjoins after again alone among and append as at attr award awards bag before begins board by cancel case choose close closed colour conflicts cut decides deck die disable discard do down draw each edge else end enum exactly expect false feature fill for from game give given home if in instead int into is keep language last lay layer leave let link meet menu mod modify move neutral no none not now of offered on option or order over pack paid pass pay pays piece pile place players points printing procedure pts published put reason reentrant refused reopen repeat replace requires return ring roll rounded row rule run scenario score scores secret secretly send set setup several show shuffle sign site slots source stack stages stand start step stock stop take takes then tiles to track trait true turned under unseen until up value var variant when where while win wins with won wrong x"
  },
  "name": "rota"
}));
// The page was coloured before it knew the language.
document.querySelectorAll("code.language-rota").forEach((code) => hljs.highlightBlock(code));
