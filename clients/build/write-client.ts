import { writeFile } from 'node:fs/promises';
import { generateSchema, SCHEMA } from './schema.ts';

await writeFile(SCHEMA, await generateSchema());
