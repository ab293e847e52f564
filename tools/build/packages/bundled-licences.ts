import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** A package whose code is part of a bundle. */
interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** The text that must go with its copies. */
  readonly text: string;
}

/** The file with the licences of what a package contains. */
export const LICENCES = 'THIRD-PARTY-LICENSES.md';

const INSTALLED = `${sep}node_modules${sep}`;
const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;

/** The folders of the packages that these modules are from. */
export const packageFolders = (moduleIds: readonly string[]): string[] =>
  [...new Set(moduleIds.flatMap(packageFolder))].toSorted();

function packageFolder(moduleId: string): string[] {
  const at = moduleId.lastIndexOf(INSTALLED);
  if (at < 0) return [];
  const [first = '', second = ''] = moduleId.slice(at + INSTALLED.length).split(sep);
  return [join(moduleId.slice(0, at), INSTALLED, first.startsWith('@') ? join(first, second) : first)];
}

/** The licences of the packages in these folders, as a text. Throws for a package without a licence. */
export async function licencesOf(folders: readonly string[]): Promise<string> {
  const packages = await Promise.all(folders.map(readBundledPackage));
  const parts = packages.map(
    ({ name, version, license, text }) => `## ${name} ${version} (${license})\n\n${text.trim()}\n`,
  );
  return `# Licences of the packages that this one contains\n\n${parts.join('\n')}`;
}

async function readBundledPackage(folder: string): Promise<BundledPackage> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Omit<BundledPackage, 'text'>;
  const files = (await readdir(folder)).filter((name) => LICENCE_FILE.test(name)).toSorted();
  if (typeof manifest.license !== 'string' || files.length === 0)
    throw new Error(`${manifest.name} has no licence in ${folder}: do not bundle it`);
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const { name, version, license } = manifest;
  return { name, version, license, text: texts.join('\n') };
}
