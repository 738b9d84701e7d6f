-- Opens a pack with a mistake in Neovim, sees it told, takes the fix that is offered, formats, saves.
local function fail(what)
  io.stderr:write(what .. '\n')
  vim.cmd('cquit! 3')
end
local function wait(what, is_so)
  if not vim.wait(10000, is_so, 5) then fail('timeout: ' .. what) end
end
local id = vim.lsp.start_client({
  name = 'rota',
  cmd = { vim.env.ROTA, 'lsp' },
  root_dir = vim.fn.getcwd(),
  flags = { debounce_text_changes = 0 },
})
vim.lsp.buf_attach_client(0, id)
local client = vim.lsp.get_client_by_id(id)
wait('initialised', function() return client.initialized end)
wait('diagnostics', function() return #vim.diagnostic.get(0) > 0 end)
local found = vim.diagnostic.get(0)[1]
print(('%d:%d %s'):format(found.lnum + 1, found.col + 1, found.message:gsub('\n', ' | ')))
local there = { line = found.lnum, character = found.col }
local params = {
  textDocument = vim.lsp.util.make_text_document_params(),
  range = { start = there, ['end'] = there },
  context = { diagnostics = {} },
}
local answers = vim.lsp.buf_request_sync(0, 'textDocument/codeAction', params, 10000)
local actions = answers and answers[id] and answers[id].result or {}
if #actions == 0 then fail('no fix is offered') end
print('fix: ' .. actions[1].title)
vim.lsp.util.apply_workspace_edit(actions[1].edit, client.offset_encoding or 'utf-16')
wait('the fix', function() return #vim.diagnostic.get(0) == 0 end)
if vim.lsp.buf.formatting_sync then
  vim.lsp.buf.formatting_sync(nil, 10000)
else
  vim.lsp.buf.format({ timeout_ms = 10000 })
end
vim.cmd('write!')
vim.cmd('qall!')
