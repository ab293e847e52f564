import { readFileSync, statSync } from 'node:fs';
import { parse } from 'yaml';
import { readPriceTable, withOwnPrices, type PriceTable } from '../domain/costs/price-table.ts';
import { SettingError, type Read, type Reader } from './env-readers.ts';

const FILE_BYTES_MAX = 1024 * 1024;
const LIST_PRICES = new URL('./list-prices.yaml', import.meta.url);

/** The list prices, read once per process. */
let shipped: PriceTable | undefined;

/** The price table: the shipped list prices, under those of the operator's file. Only the API needs it. */
export function priceSettings(read: Read, isNeeded: boolean): PriceTable {
  if (!isNeeded) return { currency: 'USD', entries: [] };
  shipped ??= listPrices();
  const own = read('PRICES_FILE', priceFile, null);
  return own === null ? shipped : withOwnPrices(shipped, own);
}

function listPrices(): PriceTable {
  const table = readPriceTable(parseText(readFileSync(LIST_PRICES, 'utf8')));
  if (Array.isArray(table)) throw new Error(`list-prices.yaml: ${table.join(', ')}`);
  return table;
}

/** A file of prices, read at once. */
const priceFile: Reader<PriceTable> = (path) => {
  let text: string;
  try {
    if (statSync(path).size > FILE_BYTES_MAX) return new SettingError('the file must be smaller than a megabyte');
    text = readFileSync(path, 'utf8');
  } catch {
    return new SettingError('write the path of a readable YAML file');
  }
  try {
    const table = readPriceTable(parseText(text));
    return Array.isArray(table) ? new SettingError(table.join('\n  PRICES_FILE: ')) : table;
  } catch {
    return new SettingError('the file must be valid YAML');
  }
};

/** YAML whose values all stay text, so that no price becomes a binary fraction. */
const parseText = (text: string): unknown => parse(text, { schema: 'failsafe', maxAliasCount: 0 });
