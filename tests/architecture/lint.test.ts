import { assert } from 'chai';
import { execFile } from 'node:child_process';
import { copyFile, cp, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rings, root } from './cruise.ts';
import { planted } from './planted.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const canaries = fileURLToPath(new URL('canaries/lint', import.meta.url));

describe('lint rules', function () {
  // The rules depend on the path, so the canaries are linted in a directory of their own.
  let directory: string;
  let expected: string[];
  before(async () => {
    directory = await temporaryDirectory();
    await cp(canaries, directory, { recursive: true });
    await writeFile(join(directory, 'adapters', 'never-ends.ts'), tooManyLines());
    await writeFile(join(directory, 'adapters', 'goes-on.ts'), tooLongAFunction());
    expected = await planted(directory);
    for (const file of ['.oxlintrc.json', 'tsconfig.json', 'package.json'])
      await copyFile(root + file, join(directory, file));
    await symlink(`${root}node_modules`, join(directory, 'node_modules'), 'junction');
  });

  it('find every planted violation and nothing else', async () => {
    assert.deepEqual(await linted(directory), expected);
  });
});

const numbers = (count: number): number[] => Array.from({ length: count }, (_, place) => place);

const tooManyLines = (): string =>
  ['// breaks eslint(max-lines)', ...numbers(251).map((n) => `export const canary${n} = ${n};`)].join('\n');

const tooLongAFunction = (): string =>
  [
    '// breaks eslint(max-lines-per-function)',
    'export function canary(told: number[]): void {',
    ...numbers(49).map((n) => `  told.push(${n});`),
    '}',
  ].join('\n');

/** What oxlint finds in this directory, each as `<file> breaks <rule>`. */
function linted(directory: string): Promise<string[]> {
  const command = [`${root}node_modules/oxlint/bin/oxlint`, '--format', 'json', ...rings, 'tests'];
  return new Promise((resolve, reject) =>
    execFile(process.execPath, command, { cwd: directory }, (error, output) => {
      if (output === '') return reject(error ?? new Error('oxlint said nothing'));
      const { diagnostics } = JSON.parse(output) as { diagnostics: { filename: string; code: string }[] };
      resolve(diagnostics.map(({ filename, code }) => `${filename} breaks ${code}`).toSorted());
    }),
  );
}
