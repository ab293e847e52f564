import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { assert } from 'chai';
import { copyAssets } from '../../tools/build/assets.ts';
import { readShippedTable } from '../../adapters/lib/shipped-table.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const SHIPPED_PLAN = new URL('../../adapters/number-plan/number-plan.yaml', import.meta.url);
const SHIPPED_PRICES = new URL('../../bootstrap/list-prices.yaml', import.meta.url);

describe('a table that ships with the program', () => {
  it('has texts only', async () => {
    const file = join(await temporaryDirectory(), 'table.yaml');
    await writeFile(file, '- { country: NO, price: 0.10, since: 2026-01-01, prefixes: ["47"] }\n');
    assert.deepEqual(readShippedTable(pathToFileURL(file)), [
      { country: 'NO', price: '0.10', since: '2026-01-01', prefixes: ['47'] },
    ]);
  });

  it('reads the same from the sources and from what the build copies', async () => {
    const [sources, built] = [await temporaryDirectory(), await temporaryDirectory()];
    for (const ring of ['domain', 'application', 'adapters', 'bootstrap', 'tools']) await mkdir(join(sources, ring));
    await writeFile(join(sources, 'openapi.yaml'), 'openapi: 3.1.0\n');
    const tables = ['adapters/number-plan.yaml', 'bootstrap/list-prices.yaml'];
    await cp(SHIPPED_PLAN, join(sources, tables[0]!));
    await cp(SHIPPED_PRICES, join(sources, tables[1]!));
    await copyAssets(sources, built);
    for (const table of tables) {
      const source = readShippedTable(pathToFileURL(join(sources, table)));
      assert.isNotEmpty(source);
      assert.deepEqual(readShippedTable(pathToFileURL(join(built, table))), source, table);
    }
  });
});
