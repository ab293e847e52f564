import { csvTables } from '../../adapters/tables/csv-parse.ts';
import type { Tables } from '../../application/ports/tables.ts';
import { tablesContract } from '../contracts/tables.contract.ts';
import { bites, keeps } from '../support/contract.ts';

/** Splits at commas and line ends, whatever the bytes mean. */
const splitting = (): Tables => ({
  async *rows(bytes) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of bytes) if (chunks.push(chunk) > 1_000) throw new Error('too much to keep');
    yield Buffer.concat(chunks)
      .toString('latin1')
      .split('\n')
      .map((line) => line.split(','));
  },
});

describe('tables: csv-parse', () => keeps(tablesContract, csvTables));
describe('tables: the contract', () => bites(tablesContract, splitting));
