import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMain } from '../is-main.ts';
import { putInPlace } from '../put-in-place.ts';
import { cliPackage } from './cli-package.ts';
import { clientPackage } from './client-package.ts';
import { writePythonPackage } from './python-package.ts';
import { writeWebPackage } from './web-packages.ts';
import { manifestOf, readRootManifest, type PublishedPackage } from './published-package.ts';

const PACKAGES: readonly PublishedPackage[] = [clientPackage, cliPackage];

/** Writes every package below `place`, each whole or not at all. Answers their folders. */
export async function writePackages(root: string, place: string): Promise<string[]> {
  const manifest = await readRootManifest(root);
  await mkdir(place, { recursive: true });
  const inPlace = async (folder: string, write: (draft: string) => Promise<void>): Promise<string> => {
    const directory = join(place, folder);
    const draft = `${directory}-${process.pid}`;
    try {
      await mkdir(draft);
      await write(draft);
      await putInPlace(draft, directory, async () => false);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
    return directory;
  };
  const forNode = PACKAGES.map((each) =>
    inPlace(each.folder, async (draft) => {
      const files = await each.write(root, draft);
      await writeFile(join(draft, 'package.json'), `${JSON.stringify(manifestOf(each, manifest, files), null, 2)}\n`);
    }),
  );
  const forPages = (['browser', 'widget'] as const).map((name) =>
    inPlace(name, (draft) => writeWebPackage(root, name, draft)),
  );
  return Promise.all([...forNode, ...forPages, inPlace('python', (draft) => writePythonPackage(root, draft))]);
}

if (isMain(import.meta.url)) {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const folders = await writePackages(root, join(root, 'dist/packages'));
  for (const folder of folders) process.stdout.write(`${folder}\n`);
}
