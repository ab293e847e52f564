import { readFile } from 'node:fs/promises';
import { startProgram } from './start-program.ts';

const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

await startProgram({ name: 'npm run cli --', quietName: 'npm run -s cli --', version });
