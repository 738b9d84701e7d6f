// What themes colour: lines with the names that they must get, and a whole pack against what it got the last time.
// `--update` writes the latter anew.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';

process.chdir(`${import.meta.dirname}/..`);
const run = (program, ...args) => {
  const { status } = spawnSync(`node_modules/.bin/${program}`, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};
run('vscode-tmgrammar-test', 'tests/grammar.rota');

// The result lies beside its source, which is the pack of the documentation.
mkdirSync('out', { recursive: true });
copyFileSync('../../../../docs/examples/lanterns/pack.rota', 'out/lanterns.rota');
if (process.argv.includes('--update')) {
  run('vscode-tmgrammar-snap', '--updateSnapshot', 'out/lanterns.rota');
  copyFileSync('out/lanterns.rota.snap', 'tests/lanterns.rota.snap');
} else {
  copyFileSync('tests/lanterns.rota.snap', 'out/lanterns.rota.snap');
  run('vscode-tmgrammar-snap', 'out/lanterns.rota');
}
