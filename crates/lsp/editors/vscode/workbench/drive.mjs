// VS Code itself with the packaged extension: a mistake in a pack is underlined and stands among the problems, the fix
// that is offered is taken, and what is saved is right.
// The arguments are the program, the package and the browser.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';

const [program, extension, browser] = process.argv.slice(2).map((path) => resolve(path));
const root = resolve(import.meta.dirname, '../../../../..');
const work = mkdtempSync(join(tmpdir(), 'rota-workbench-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
const code = join(import.meta.dirname, 'node_modules/code-server/out/node/entry.js');
const own = ['--config', join(work, 'config.yaml'), '--user-data-dir', join(work, 'data'), '--extensions-dir', join(work, 'extensions')];

// A copy of the pack of the documentation, with a slip.
const folder = join(work, 'packs');
const file = join(folder, 'lanterns/pack.rota');
cpSync(join(root, 'docs/examples/lanterns'), join(folder, 'lanterns'), { recursive: true });
const right = readFileSync(file, 'utf8');
writeFileSync(file, right.replace('as lantern at f', 'as lantrn at f'));
mkdirSync(join(work, 'data/User'), { recursive: true });
writeFileSync(join(work, 'data/User/settings.json'), JSON.stringify({
  'rota.command': program,
  'files.autoSave': 'off',
  'security.workspace.trust.enabled': false,
  'workbench.startupEditor': 'none',
}));
execFileSync('node', [code, ...own, '--install-extension', extension], { stdio: 'pipe' });

const server = spawn(
  'node',
  [code, ...own, '--auth', 'none', '--bind-addr', '127.0.0.1:0', '--disable-telemetry', '--disable-update-check'],
  { env: { ...process.env, ROTA_HOME: root }, stdio: ['ignore', 'pipe', 'pipe'] },
);
let log = '';
const address = await new Promise((found, failed) => {
  const read = (text) => {
    log += text;
    const told = /HTTP server listening on (http:\S+)/.exec(log);
    if (told) found(told[1]);
  };
  server.stdout.on('data', read);
  server.stderr.on('data', read);
  server.on('exit', () => failed(new Error(log)));
});
const chrome = await chromium.launch({ executablePath: browser, args: ['--no-sandbox'] });
const page = await chrome.newPage({ viewport: { width: 1400, height: 850 } });
page.setDefaultTimeout(60_000);
try {
  await page.goto(`${address}?folder=${folder}`);
  await page.getByRole('treeitem', { name: 'lanterns' }).first().click();
  await page.getByRole('treeitem', { name: 'pack.rota' }).first().dblclick();
  await page.locator('.squiggly-error').waitFor();
  await page.keyboard.press('Control+Shift+M');
  const problem = page.locator('.markers-panel .monaco-list-row', { hasText: 'lantrn' });
  await problem.first().waitFor();
  const told = await page.locator('.markers-panel').innerText();
  console.log(told.split('\n').filter(Boolean).join(' | '));
  assert.match(told, /names::unknown-reason/);
  await problem.first().dblclick();
  await page.locator('.monaco-editor [class*="lightbulb"]').first().waitFor();
  await page.keyboard.press('Control+.');
  await page.locator('.action-widget').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.squiggly-error').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+s');
  for (let tries = 0; tries < 100 && readFileSync(file, 'utf8') !== right; tries += 1) await page.waitForTimeout(100);
  assert.equal(readFileSync(file, 'utf8'), right);
  console.log('told, mended, saved');
} catch (error) {
  await page.screenshot({ path: join(import.meta.dirname, '../out/workbench.png') });
  console.error(log.slice(-2000));
  throw error;
} finally {
  await chrome.close();
  server.kill();
}
