// Starts `rota lsp` and leaves the rest to it.
const { commands, workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

exports.activate = async (context) => {
  const command = workspace.getConfiguration('rota').get('command');
  const documentSelector = [
    { scheme: 'file', language: 'rota' },
    { scheme: 'file', pattern: '**/{tiles,rulesets}/**/*.toml' },
  ];
  client = new LanguageClient('rota', 'rota', { command, args: ['lsp'] }, { documentSelector });
  context.subscriptions.push(commands.registerCommand('rota.restart', () => client.restart()));
  await client.start();
};

exports.deactivate = () => client?.stop();
