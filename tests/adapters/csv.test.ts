import { csvParser } from '../../adapters/csv/csv-parse.ts';
import type { CsvParser } from '../../application/ports/csv.ts';
import { csvContract } from '../contracts/csv.contract.ts';
import { bites, keeps } from '../support/contract.ts';

/** Splits at commas and line ends, whatever the bytes mean. */
const splitting = (): CsvParser => ({
  async *rows(bytes) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of bytes) if (chunks.push(chunk) > 1_000) throw new Error('too much to keep');
    yield Buffer.concat(chunks)
      .toString('latin1')
      .split('\n')
      .map((line) => line.split(','));
  },
});

describe('csv: csv-parse', () => keeps(csvContract, csvParser));
describe('csv: the contract', () => bites(csvContract, splitting));
