// The extension as it is packaged, with the client that it bundles, starts the server and works with it on a broken
// pack: the mistake is told, mended and gone, the file is formatted, the server starts again and ends.
// The argument is the program.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { editor } from './editor.mjs';

const command = resolve(process.argv[2]);
const folder = mkdtempSync(join(tmpdir(), 'rota-vscode-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
process.env.ROTA_HOME = resolve(import.meta.dirname, '../../../../..');

const broken = `pack hamlet 1.0.0 "Hamlets" language 2
requires base ^1.0

reason   hamlet

rule hamlet_scores at count {
  each city f in closed { score f.tiles each 1 pts to active as hamlt at f }
}
`;
mkdirSync(join(folder, 'hamlet'));
const path = join(folder, 'hamlet', 'pack.rota');
writeFileSync(path, broken);

const { vscode, open, change, ...shown } = editor(folder, { 'rota.command': command });
const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));
const extension = createRequire(import.meta.url)('../out/extension.js');

/** Waits until something is so, for ten seconds. */
const wait = async (what, isSo) => {
  for (let tries = 0; tries < 1000; tries += 1) {
    const found = isSo();
    if (found) return found;
    await pause(10);
  }
  assert.fail(`timeout: ${what}; told: ${shown.told.join(' | ')}`);
};
const edits = (text, document, list) =>
  [...list]
    .sort((one, other) => document.offsetAt(other.range.start) - document.offsetAt(one.range.start))
    .reduce((now, { range, newText }) =>
      now.slice(0, document.offsetAt(range.start)) + newText + now.slice(document.offsetAt(range.end)), text);
const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) };

let document = open(path, broken);
const context = { subscriptions: [] };
await extension.activate(context);
const told = () => shown.diagnostics.get(document.uri.toString());

const [found] = await wait('a diagnostic', () => told()?.length && told());
console.log(`${found.range.start.line + 1}:${found.range.start.character + 1} ${found.message.replaceAll('\n', ' | ')}`);
assert.equal(found.range.start.line, 6);
assert.equal(document.getText(found.range), 'hamlt');

const asked = { diagnostics: [found], only: undefined, triggerKind: 1 };
const actions = await shown.providers.actions.provideCodeActions(document, found.range, asked, token);
const fix = actions.find((action) => action.edit);
assert.ok(fix, 'no fix is offered');
console.log(`fix: ${fix.title}`);
const [[uri, list]] = fix.edit.entries();
assert.equal(uri.toString(), document.uri.toString());
document = await change(document, edits(document.getText(), document, list));
await wait('the mistake gone', () => told()?.length === 0);

const options = { tabSize: 2, insertSpaces: true };
const formatted = await shown.providers.formatting.provideDocumentFormattingEdits(document, options, token);
document = await change(document, edits(document.getText(), document, formatted));
assert.match(document.getText(), /^reason hamlet$/m);

await shown.commands.get('rota.restart')();
document = await change(document, broken);
await wait('a diagnostic of the server that was started again', () => told()?.length);
await extension.deactivate();
assert.deepEqual(shown.told, []);
console.log('formatted, started again, ended');
