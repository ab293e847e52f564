import { amountText, sumOf, type Micros } from './money.ts';
import { rate, type PriceTable, type UnitPrice } from './price-table.ts';
import type { UsageItem } from './usage.ts';

/** A vendor and its model. */
interface PricedModel {
  readonly provider: string;
  readonly model: string | null;
}

/** What calls are expected to use of the vendors of an agent. */
export interface ExpectedUsage {
  /** Null: the agent has none. */
  readonly carrier: string | null;
  readonly models: Readonly<Record<'stt' | 'tts' | 'llm', PricedModel>> | null;
  /** Answered calls by their length in whole seconds. */
  readonly answeredSeconds: ReadonlyMap<number, number>;
  readonly perMinute: { readonly characters: number; readonly inputTokens: number; readonly outputTokens: number };
}

/** Expected usage of one model with its price. Both null: not priced. */
export interface EstimatedItem extends UsageItem {
  readonly unit_price: UnitPrice | null;
  readonly amount: Micros | null;
}

/** What calls are expected to cost. */
export interface CostEstimate {
  readonly currency: string;
  readonly amount: Micros;
  readonly lines: readonly EstimatedItem[];
}

/** The cost of expected usage at the prices of a table. What has no price is not in the amount. */
export function estimateCost(table: PriceTable, usage: ExpectedUsage): CostEstimate {
  const lines = [...carrierLine(table, usage), ...modelLines(table, usage)];
  return { currency: table.currency, amount: sumOf(lines.map(({ amount }) => amount ?? 0)), lines };
}

/** Carriers charge each call in steps, so that calls are rated one by one. */
function carrierLine(table: PriceTable, { carrier, answeredSeconds }: ExpectedUsage): readonly EstimatedItem[] {
  if (carrier === null) return [];
  const rated = [...answeredSeconds].map(([seconds, calls]) => {
    const line = carrierItem(carrier, seconds);
    return { seconds, calls, one: rate(table, line) };
  });
  const whole = carrierItem(
    carrier,
    rated.reduce((sum, { seconds, calls }) => sum + seconds * calls, 0),
  );
  const price = rate(table, whole)?.price ?? null;
  const amount = price && sumOf(rated.map(({ calls, one }) => (one?.amount ?? 0) * calls));
  return [{ ...whole, unit_price: price, amount }];
}

const carrierItem = (provider: string, quantity: number): UsageItem => ({
  ...{ kind: 'telephony', provider, model: null, metric: 'outbound_seconds', quantity },
});

function modelLines(
  table: PriceTable,
  { models, answeredSeconds, perMinute }: ExpectedUsage,
): readonly EstimatedItem[] {
  const seconds = [...answeredSeconds].reduce((sum, [each, calls]) => sum + each * calls, 0);
  return modelItems(models, perMinute, seconds).map((line) => {
    const rated = rate(table, line);
    return { ...line, unit_price: rated && rated.price, amount: rated && rated.amount };
  });
}

function modelItems(
  models: ExpectedUsage['models'],
  perMinute: ExpectedUsage['perMinute'],
  seconds: number,
): readonly UsageItem[] {
  if (models === null) return [];
  const minutes = seconds / 60;
  const { stt, tts, llm } = models;
  return [
    { kind: 'stt', ...stt, metric: 'audio_ms', quantity: Math.round(minutes * 60_000) },
    { kind: 'tts', ...tts, metric: 'characters', quantity: Math.round(minutes * perMinute.characters) },
    { kind: 'llm', ...llm, metric: 'input_tokens', quantity: Math.round(minutes * perMinute.inputTokens) },
    { kind: 'llm', ...llm, metric: 'output_tokens', quantity: Math.round(minutes * perMinute.outputTokens) },
  ];
}

/** What one answered call of this length is expected to use. */
export const callUsage = (
  { carrier, models, perMinute }: Omit<ExpectedUsage, 'answeredSeconds'>,
  seconds: number,
): readonly UsageItem[] => [
  ...(carrier === null ? [] : [carrierItem(carrier, seconds)]),
  ...modelItems(models, perMinute, seconds),
];

/** The estimate as the API answers it. Amounts are decimals. */
export const costEstimateView = ({ currency, amount, lines }: CostEstimate) => ({
  currency,
  amount: amountText(amount),
  unpriced_lines: lines.filter((line) => line.amount === null).length,
  lines: lines.map((line) => ({ ...line, amount: line.amount === null ? null : amountText(line.amount) })),
});
