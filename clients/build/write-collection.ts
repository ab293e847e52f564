import { writeFile } from 'node:fs/promises';
import { COLLECTION, generateCollection } from './collection.ts';

await writeFile(COLLECTION, await generateCollection());
