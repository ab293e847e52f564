import { readFile } from 'node:fs/promises';
import { startProgram } from './start-program.ts';

// The package has this program as one file beside its package.json.
const { version } = JSON.parse(await readFile(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string;
};

await startProgram({ name: 'voice-agents', quietName: 'voice-agents', version });
