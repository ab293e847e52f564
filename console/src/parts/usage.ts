import { formatClock, formatCount } from '../format.ts';
import { sharedStrings } from './strings.ts';

const UNITS: Readonly<Record<string, string>> = sharedStrings.units;
const SECONDS: Readonly<Record<string, number>> = { audio_ms: 1_000, inbound_seconds: 1, outbound_seconds: 1 };

/** How much of a metric was used: `12,345 output tokens`, `1:02:03`. */
export function metricWords(metric: string, quantity: number): string {
  const perSecond = SECONDS[metric];
  if (perSecond !== undefined) return formatClock(Math.ceil(quantity / perSecond));
  return `${formatCount(quantity)} ${UNITS[metric] ?? metric}`;
}

/** A provider and its model. */
export const vendorWords = (name: string, model: string | null): string =>
  model === null || model === name ? name : `${name} · ${model}`;
