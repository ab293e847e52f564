import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** How a package's ES modules and its CommonJS modules end, with the declarations of each. */
const FORMATS = [
  { script: '.js', declaration: '.d.ts' },
  { script: '.cjs', declaration: '.d.cts' },
] as const;

/**
 * Compiles the declarations of a TypeScript project and of what it imports, and puts them into one folder, with those of
 * these packages, for ES modules and for CommonJS. Answers the names of the files. Throws when the project does not compile.
 */
export async function writeDeclarations(
  root: string,
  project: string,
  packages: readonly string[],
  directory: string,
): Promise<string[]> {
  const compiled = await mkdtemp(join(tmpdir(), 'voice-platform-declarations-'));
  try {
    await compileDeclarations(root, project, compiled);
    const entries = await readdir(compiled, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const sources = await Promise.all(
      files.map(async (file) => [basename(file), await readFile(file, 'utf8')] as const),
    );
    const ofPackages = packages.map(
      async (name) =>
        [`${name}.d.ts`, await readFile(join(root, 'node_modules', name, 'dist/index.d.mts'), 'utf8')] as const,
    );
    const written = flatDeclarations([...sources, ...(await Promise.all(ofPackages))]);
    await Promise.all(written.map(([name, text]) => writeFile(join(directory, name), text)));
    return written.map(([name]) => name);
  } finally {
    await rm(compiled, { recursive: true, force: true });
  }
}

/**
 * Compiles the declarations of a project of ES modules, with their folders, of which `rootDir` is the uppermost. Throws when the
 * project does not compile.
 */
export async function writeModuleDeclarations(
  root: string,
  project: string,
  rootDir: string,
  directory: string,
): Promise<void> {
  const flags = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--rootDir', join(root, rootDir)];
  await compileDeclarations(root, project, directory, flags);
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files)
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll(/(['"]\.{1,2}\/[\w./-]+)\.ts(?=['"])/g, '$1.js'));
}

type NamedText = readonly [name: string, text: string];

/** The declarations in both formats, which import each other beside themselves. Throws when two have one name. */
export function flatDeclarations(sources: readonly NamedText[]): NamedText[] {
  const names = sources.map(([name]) => name);
  const double = names.find((name, at) => names.indexOf(name) !== at);
  if (double !== undefined) throw new Error(`Two modules of a package have the name ${double}: rename one of them`);
  return FORMATS.flatMap(({ script, declaration }) =>
    sources.map(([name, text]): NamedText => [
      name.replace(/\.d\.ts$/, declaration),
      withImportsBeside(text, script, names),
    ]),
  );
}

const IMPORT = /(from |import\()(['"])(?:\.{1,2}\/(?:[\w.-]+\/)*([\w-]+)\.ts|([\w-]+))\2/g;

const withImportsBeside = (text: string, script: string, names: readonly string[]): string =>
  text.replaceAll(IMPORT, (found, keyword: string, quote: string, module?: string, name?: string) => {
    const wanted = module ?? name ?? '';
    return names.includes(`${wanted}.d.ts`) ? `${keyword}${quote}./${wanted}${script}${quote}` : found;
  });

async function compileDeclarations(
  root: string,
  project: string,
  outDir: string,
  flags: readonly string[] = [],
): Promise<void> {
  const compiler = join(root, 'node_modules/typescript7/bin/tsc');
  const command = [compiler, '-p', join(root, project), '--outDir', outDir, ...flags];
  const child = spawn(process.execPath, command, { cwd: root, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${project} does not compile`);
}
