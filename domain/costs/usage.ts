import type { ProviderKind } from '../providers/declaration.ts';

/** What vendors charge for, by kind of provider. Input tokens are those neither read from nor written to a cache. */
export const USAGE_METRICS = {
  stt: ['audio_ms'],
  tts: ['characters'],
  llm: ['input_tokens', 'cached_input_tokens', 'cache_write_tokens', 'output_tokens'],
  telephony: ['inbound_seconds', 'outbound_seconds'],
} as const satisfies Record<ProviderKind, readonly string[]>;
export type UsageMetric = (typeof USAGE_METRICS)[ProviderKind][number];

/** Most lines of a call. */
const USAGE_LINES_MAX = 100;

/** What one model of a vendor did in a call. */
export interface UsageItem {
  readonly kind: ProviderKind;
  readonly provider: string;
  /** Null for carriers and for providers without models. */
  readonly model: string | null;
  readonly metric: UsageMetric;
  /** A whole number. */
  readonly quantity: number;
  /** Present when at least a part is an estimate, because the vendor reported nothing. */
  readonly estimated?: true;
}

/** Characters of a token, as vendors estimate it for English text. */
const TOKEN_CHARACTERS = 4;

/** The tokens of a text, estimated. */
export const estimatedTokens = (characters: number): number => Math.ceil(characters / TOKEN_CHARACTERS);

/** What a vendor reports of a generation, with the input that it read from and wrote to its cache apart. */
export const tokenLines = (
  { provider, model }: Pick<UsageItem, 'provider' | 'model'>,
  {
    input,
    output,
    cached = 0,
    cacheWrites = 0,
  }: { readonly input: number; readonly output: number; readonly cached?: number; readonly cacheWrites?: number },
): UsageItem[] => {
  const line = (metric: UsageMetric, quantity: number) => ({ kind: 'llm', provider, model, metric, quantity }) as const;
  return [
    line('input_tokens', Math.max(0, input - cached - cacheWrites)),
    line('cached_input_tokens', cached),
    line('cache_write_tokens', cacheWrites),
    line('output_tokens', output),
  ];
};

/** Joins lines of the same model and metric, in the order of their first appearance, without empty ones. */
export function mergeUsage(lines: readonly UsageItem[]): UsageItem[] {
  const merged = new Map<string, UsageItem>();
  for (const line of lines) {
    if (line.quantity === 0) continue;
    const key = JSON.stringify([line.kind, line.provider, line.model, line.metric]);
    const known = merged.get(key);
    merged.set(key, known ? { ...known, ...line, quantity: known.quantity + line.quantity } : line);
  }
  return [...merged.values()].slice(0, USAGE_LINES_MAX);
}
