import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { LICENCES, licencesOf } from './bundled-licences.ts';
import { writeDeclarations } from './declarations.ts';
import type { PublishedPackage } from './published-package.ts';

const SOURCE = 'clients/typescript';

/** Its code or its types are part of the client: in CommonJS, openapi-fetch alone has no types that a compiler accepts. */
const BUNDLED = ['openapi-fetch', 'openapi-typescript-helpers'];

/** The typed client, for ES modules, CommonJS and browsers. */
export const clientPackage: PublishedPackage = {
  folder: 'client',
  description: 'Typed client of the API of the voice agent platform, for browsers and Node.',
  keywords: ['voice', 'agents', 'api', 'client', 'typescript'],
  fields: {
    main: './index.cjs',
    types: './index.d.cts',
    exports: {
      '.': {
        import: { types: './index.d.ts', default: './index.js' },
        require: { types: './index.d.cts', default: './index.cjs' },
      },
      './package.json': './package.json',
    },
    sideEffects: false,
  },
  async write(root, directory) {
    const folders = BUNDLED.map((name) => join(root, 'node_modules', name));
    const [declarations, licences] = await Promise.all([
      writeDeclarations(root, SOURCE, BUNDLED, directory),
      licencesOf(folders),
      writeScripts(root, directory),
      copyFile(join(root, SOURCE, 'README.md'), join(directory, 'README.md')),
    ]);
    await writeFile(join(directory, LICENCES), licences);
    return [...declarations, 'index.js', 'index.cjs', 'README.md', LICENCES];
  },
};

async function writeScripts(root: string, directory: string): Promise<void> {
  const input = join(root, SOURCE, 'index.ts');
  const build = await rolldown({ input, platform: 'neutral', tsconfig: false, logLevel: 'warn' });
  try {
    await build.write({ dir: directory, format: 'esm', entryFileNames: 'index.js' });
    await build.write({ dir: directory, format: 'cjs', entryFileNames: 'index.cjs', exports: 'named' });
  } finally {
    await build.close();
  }
}
