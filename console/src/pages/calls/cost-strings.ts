import type { components } from '../../api.ts';
import { sharedStrings } from '../../parts/strings.ts';

type Unit = components['schemas']['UnitPrice']['unit'];

const { stt, tts, llm } = sharedStrings.stages;
const UNITS: Readonly<Record<Unit, string>> = {
  audio_minute: 'audio minute',
  audio_hour: 'audio hour',
  million_characters: 'million characters',
  million_input_tokens: 'million input tokens',
  million_cached_input_tokens: 'million cached input tokens',
  million_cache_write_tokens: 'million cache write tokens',
  million_output_tokens: 'million output tokens',
  inbound_minute: 'inbound minute',
  outbound_minute: 'outbound minute',
};
const KINDS = { stt, tts, llm, telephony: 'Telephony' };

/** Text of what a call cost. */
export const costStrings = {
  title: 'Cost',
  what: 'Vendor',
  used: 'Used',
  price: 'Price',
  amount: 'Amount',
  usage: (part: 'conversation' | 'analysis', kind: keyof typeof KINDS, vendor: string) =>
    `${part === 'analysis' ? 'Analysis' : KINDS[kind]} · ${vendor}`,
  quantity: (quantity: string, isEstimated: boolean) => quantity + (isEstimated ? ', estimated' : ''),
  per: (price: string, unit: Unit) => `${price} per ${UNITS[unit]}`,
  source: (source: string, date: string) => `${source}, ${date}`,
  notPriced: 'Not priced',
  incomplete: (lines: number) =>
    lines === 1 ? 'without one line that has no price' : `without ${lines} lines that have no price`,
} as const;
