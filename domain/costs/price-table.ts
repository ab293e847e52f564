import type { ProviderKind } from '../providers/declaration.ts';
import { amountOf, isPrice, type Micros } from './money.ts';
import type { UsageItem, UsageMetric } from './usage.ts';
import { isRecord } from '../unverified-json.ts';

/** A price by the unit it is for. */
const UNITS = {
  audio_minute: { kind: 'stt', metric: 'audio_ms', per: 60_000 },
  audio_hour: { kind: 'stt', metric: 'audio_ms', per: 3_600_000 },
  million_characters: { kind: 'tts', metric: 'characters', per: 1_000_000 },
  million_input_tokens: { kind: 'llm', metric: 'input_tokens', per: 1_000_000 },
  million_cached_input_tokens: { kind: 'llm', metric: 'cached_input_tokens', per: 1_000_000 },
  million_cache_write_tokens: { kind: 'llm', metric: 'cache_write_tokens', per: 1_000_000 },
  million_output_tokens: { kind: 'llm', metric: 'output_tokens', per: 1_000_000 },
  inbound_minute: { kind: 'telephony', metric: 'inbound_seconds', per: 60 },
  outbound_minute: { kind: 'telephony', metric: 'outbound_seconds', per: 60 },
} as const satisfies Record<string, { kind: ProviderKind; metric: UsageMetric; per: number }>;
export type PriceUnit = keyof typeof UNITS;

/** The prices of a vendor's model. */
export interface PriceEntry {
  readonly kind: ProviderKind;
  readonly provider: string;
  /** A model, the beginning of its name and `*`, or `*` for all. */
  readonly model: string;
  readonly rates: Readonly<Partial<Record<PriceUnit, string>>>;
  /** Carriers: a call is charged in steps of this length. */
  readonly increment_seconds: number;
  readonly source: string;
  /** When the source named the price, as `2026-11-23`. */
  readonly date: string;
}

/** Prices in one currency. An entry that comes first wins. */
export interface PriceTable {
  readonly currency: string;
  readonly entries: readonly PriceEntry[];
}

/** What one unit costs. */
export interface UnitPrice {
  readonly price: string;
  readonly unit: PriceUnit;
  readonly source: string;
  readonly date: string;
}

/** A price and what a line of usage costs at it. Null without a price: nothing is guessed. */
export function rate(
  table: PriceTable,
  line: UsageItem,
): { readonly price: UnitPrice; readonly amount: Micros } | null {
  const entry = table.entries.find((each) => isFor(each, line));
  for (const [unit, price] of Object.entries(entry?.rates ?? {}) as [PriceUnit, string][]) {
    const { metric, per } = UNITS[unit];
    if (!entry || metric !== line.metric) continue;
    const steps = Math.ceil(line.quantity / entry.increment_seconds);
    const quantity = entry.kind === 'telephony' ? steps * entry.increment_seconds : line.quantity;
    const { source, date } = entry;
    return { price: { price, unit, source, date }, amount: amountOf(price, per, quantity) };
  }
  return null;
}

const isFor = (entry: PriceEntry, { kind, provider, model }: UsageItem): boolean =>
  entry.kind === kind &&
  entry.provider === provider &&
  (entry.model.endsWith('*') ? (model ?? '').startsWith(entry.model.slice(0, -1)) : entry.model === model);

/**
 * The operator's table over the shipped one. In another currency, only the operator's prices and those of what is free
 * apply.
 */
export const withOwnPrices = (shipped: PriceTable, own: PriceTable): PriceTable => ({
  currency: own.currency,
  entries: [...own.entries, ...shipped.entries.filter((entry) => own.currency === shipped.currency || isFree(entry))],
});

const isFree = ({ rates }: PriceEntry): boolean => Object.values(rates).every((price) => Number(price) === 0);

const KINDS = ['stt', 'tts', 'llm', 'telephony'] as const;
const OTHER_FIELDS = ['kind', 'provider', 'model', 'increment_seconds', 'source', 'date'];
const ENTRIES_MAX = 5_000;

/**
 * Reads a table whose values are all text. Answers every problem, each with its place, instead of a table that is
 * partly right.
 */
export function readPriceTable(input: unknown): PriceTable | string[] {
  if (!isRecord(input)) return ['must be an object with currency and prices'];
  const { currency, prices, ...others } = input;
  const problems = Object.keys(others).map((name) => `${name} is not a field: write currency and prices`);
  if (typeof currency !== 'string' || !isCurrency(currency))
    problems.push('currency must be three capital letters, such as USD');
  if (!Array.isArray(prices) || prices.length > ENTRIES_MAX) {
    return [...problems, `prices must be a list of at most ${ENTRIES_MAX} entries`];
  }
  const entries = prices.map((each: unknown, at) => readEntry(each, `prices[${at}]`, problems));
  return problems.length > 0 ? problems : { currency: String(currency), entries };
}

const isCurrency = (text: string): boolean =>
  text.length === 3 && [...text].every((each) => each >= 'A' && each <= 'Z');

function readEntry(input: unknown, place: string, problems: string[]): PriceEntry {
  const given = isRecord(input) ? input : {};
  const kind = KINDS.find((each) => each === given['kind']) ?? 'llm';
  const complain = (isRight: boolean, problem: string): unknown => isRight || problems.push(`${place}${problem}`);
  const text = (name: string): string => {
    const value = given[name];
    complain(typeof value === 'string' && value.trim() !== '', `.${name} is required`);
    return String(value);
  };
  complain(kind === given['kind'], `.kind must be one of ${KINDS.join(', ')}`);
  const rates = Object.entries(given).filter(([name]) => !OTHER_FIELDS.includes(name));
  complain(rates.length > 0, ` needs a price: ${unitsOf(kind).join(', ')}`);
  for (const [name, price] of rates) {
    complain(unitsOf(kind).includes(name), `.${name} is not a field of ${kind}: write ${unitsOf(kind).join(', ')}`);
    complain(
      typeof price === 'string' && isPrice(price),
      `.${name} must be a decimal of up to six digits, such as 0.0048`,
    );
  }
  const entry = { provider: text('provider'), source: text('source'), date: text('date') };
  complain(isDay(entry.date), '.date must be a day, such as 2026-11-23');
  const increment = incrementOf(given['increment_seconds'], kind);
  complain(increment !== null, '.increment_seconds must be 1 to 3600, and is for carriers only');
  const model = kind === 'telephony' && given['model'] === undefined ? '*' : text('model');
  return { ...entry, kind, model, rates: Object.fromEntries(rates), increment_seconds: increment ?? 1 };
}

function incrementOf(given: unknown, kind: ProviderKind): number | null {
  if (given === undefined) return 1;
  const seconds = Number(given);
  return kind === 'telephony' && Number.isInteger(seconds) && seconds >= 1 && seconds <= 3_600 ? seconds : null;
}

const unitsOf = (kind: ProviderKind): readonly string[] =>
  Object.entries(UNITS).flatMap(([unit, about]) => (about.kind === kind ? [unit] : []));

function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00.000Z`);
  return text.length === 10 && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
