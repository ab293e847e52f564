import { readShippedTable } from '../adapters/lib/shipped-table.ts';
import { readPriceTable, withOwnPrices, type PriceTable } from '../domain/costs/price-table.ts';
import type { Read } from './env-readers.ts';
import { yamlFile } from './yaml-file.ts';

const LIST_PRICES = new URL('./list-prices.yaml', import.meta.url);

/** The list prices, read once per process. */
let shipped: PriceTable | undefined;

/** The price table: the shipped list prices, under those of the operator's file. Only the API needs it. */
export function priceSettings(read: Read, isNeeded: boolean): PriceTable {
  if (!isNeeded) return { currency: 'USD', entries: [] };
  shipped ??= listPrices();
  const own = read('PRICES_FILE', yamlFile('PRICES_FILE', readPriceTable), null);
  return own === null ? shipped : withOwnPrices(shipped, own);
}

function listPrices(): PriceTable {
  const table = readPriceTable(readShippedTable(LIST_PRICES));
  if (Array.isArray(table)) throw new Error(`list-prices.yaml: ${table.join(', ')}`);
  return table;
}
