import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildBrowserPackage, buildWidgetPackage } from '../web-clients.ts';
import { writeModuleDeclarations } from './declarations.ts';
import { readRootManifest } from './published-package.ts';

const PROJECT = 'clients/browser/tsconfig.json';

/** How the modules of each package are built, by the folder in clients that has its package.json. */
const WEB_PACKAGES = { browser: buildBrowserPackage, widget: buildWidgetPackage } as const;

/** Writes a package for web pages, as its own package.json describes it, in the version of the repository. */
export async function writeWebPackage(root: string, name: keyof typeof WEB_PACKAGES, directory: string): Promise<void> {
  const dist = join(directory, 'dist');
  await mkdir(dist, { recursive: true });
  await WEB_PACKAGES[name](dist);
  await writeModuleDeclarations(root, PROJECT, 'clients', join(dist, 'types'));
  // The widget is made of the browser package, not the other way round.
  if (name === 'browser') await rm(join(dist, 'types/widget'), { recursive: true });
  await writeFile(join(dist, 'index.d.ts'), `export * from './types/${name}/index.js';\n`);
  await copyFile(join(root, 'clients', name, 'README.md'), join(directory, 'README.md'));
  const own = JSON.parse(await readFile(join(root, 'clients', name, 'package.json'), 'utf8')) as object;
  const { version, license, engines } = await readRootManifest(root);
  const manifest = { ...own, version, license, engines, publishConfig: { access: 'restricted' } };
  await writeFile(join(directory, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
