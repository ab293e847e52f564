import { resolve } from 'node:path';
import { writePatchedRecogniser } from './recogniser-patch.ts';

const [, , outFile] = process.argv;
if (outFile === undefined) throw new Error('Name the file to write, as in patch-recogniser <out-file>');
const written = await writePatchedRecogniser(resolve(outFile));
process.stdout.write(`${outFile} ${written ? 'written' : 'is up to date'}\n`);
