// breaks typescript(consistent-type-imports)
import { Readable } from 'node:stream';

export type Canary = Readable;
