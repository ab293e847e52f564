import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A package as it is published, which needs no other: what is its own in package.json, and the rest of its files. */
export interface PublishedPackage {
  /** The folder below dist/packages. */
  readonly folder: string;
  readonly description: string;
  readonly keywords: readonly string[];
  /** `exports`, `bin` and other fields that only this package has. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Writes everything but package.json into this directory. Answers the names of what is written. */
  write(root: string, directory: string): Promise<readonly string[]>;
}

/** What all packages take from the package.json of the repository. */
export interface RootManifest {
  readonly version: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
}

const SCOPE = '@voice-agent-platform';

/** The package.json of the repository. */
export const readRootManifest = async (root: string): Promise<RootManifest> =>
  JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as RootManifest;

/** The package.json of a package. */
export function manifestOf(
  { folder, description, keywords, fields }: PublishedPackage,
  root: RootManifest,
  files: readonly string[],
): object {
  return {
    name: `${SCOPE}/${folder}`,
    version: root.version,
    description,
    keywords,
    license: root.license,
    type: 'module',
    ...fields,
    files: files.toSorted(),
    engines: root.engines,
    publishConfig: { access: 'restricted' },
  };
}
