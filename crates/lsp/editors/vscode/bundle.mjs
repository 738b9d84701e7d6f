// Writes what is packaged and not kept: the extension with all that it needs in one file, and the two licences.
import { readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

process.chdir(import.meta.dirname);
await build({
  entryPoints: ['extension.js'],
  outfile: 'out/extension.js',
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node20',
  external: ['vscode'],
});
const licences = ['LICENSE-MIT', 'LICENSE-APACHE'].map((name) => readFileSync(`../../../../${name}`, 'utf8'));
writeFileSync('LICENSE', `Either of these, at your choice.\n\n${licences.join('\n\n')}`);
