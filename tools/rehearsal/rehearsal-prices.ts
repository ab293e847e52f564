import { SettingError, type Read } from '../../bootstrap/env-readers.ts';
import { priceSettings } from '../../bootstrap/price-settings.ts';
import type { PriceTable } from '../../domain/costs/price-table.ts';

/** The prices of the platform: those of PRICES_FILE over the list prices. */
export function rehearsalPrices(env: Readonly<Record<string, string | undefined>>): PriceTable {
  const read: Read = (name, reader, fallback) => {
    const text = env[name]?.trim() ?? '';
    if (text === '') return fallback;
    const value = reader(text);
    if (value instanceof SettingError) throw new Error(`${name}: ${value.advice}`);
    return value;
  };
  return priceSettings(read, true);
}
