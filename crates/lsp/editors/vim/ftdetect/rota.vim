autocmd BufNewFile,BufRead *.rota setfiletype rota
