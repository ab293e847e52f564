import { chmod, copyFile, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { LICENCES, licencesOf, packageFolders } from './bundled-licences.ts';
import type { PublishedPackage } from './published-package.ts';

const SOURCE = 'clients/cli';
const PROGRAM = 'voice-agents.js';

/** The command line as one file, so that `npx` has one package to fetch and a folder without a network can run it. */
export const cliPackage: PublishedPackage = {
  folder: 'cli',
  description: 'The voice agent platform from the command line, and its MCP server for assistants.',
  keywords: ['voice', 'agents', 'cli', 'mcp'],
  fields: {
    bin: { 'voice-agents': `./${PROGRAM}` },
    exports: { './package.json': './package.json' },
  },
  async write(root, directory) {
    const modules = await writeProgram(root, directory);
    await writeFile(join(directory, LICENCES), await licencesOf(packageFolders(modules)));
    await copyFile(join(root, SOURCE, 'README.md'), join(directory, 'README.md'));
    return [PROGRAM, LICENCES, 'README.md'];
  },
};

/** Writes the program. Answers the modules that it contains. */
async function writeProgram(root: string, directory: string): Promise<readonly string[]> {
  const build = await rolldown({
    input: join(root, SOURCE, 'packaged.ts'),
    platform: 'node',
    external: (wanted) => wanted.startsWith('node:') || builtinModules.includes(wanted),
    tsconfig: false,
    logLevel: 'warn',
  });
  try {
    const { output } = await build.write({
      dir: directory,
      format: 'esm',
      entryFileNames: PROGRAM,
      banner: '#!/usr/bin/env node',
      codeSplitting: false,
      keepNames: true,
    });
    await chmod(join(directory, PROGRAM), 0o755);
    return output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
  } finally {
    await build.close();
  }
}
