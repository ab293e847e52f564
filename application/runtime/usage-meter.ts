import type { Stage } from '../../domain/calls/call-metrics.ts';
import { estimatedTokens, mergeUsage, tokenLines, type UsageItem } from '../../domain/costs/usage.ts';
import type { TokenUsage } from '../ports/language-model.ts';

/** A vendor and its model. */
export interface MeteredModel {
  readonly provider: string;
  readonly model: string | null;
}

/** A generation that is metered. */
export interface GenerationMeter {
  /** Counts characters of its output. */
  output(characters: number): void;
  /** Takes what the vendor reports instead of the estimate. */
  used(usage: TokenUsage): void;
  /** The vendor refused or failed before any output, and charges nothing. */
  discard(): void;
}

/**
 * Counts what one call uses of its vendors. Safe to read at any time: generations under way, and those that were
 * interrupted, count by an estimate.
 */
export class UsageMeter {
  #counted: readonly UsageItem[] = [];
  readonly #running = new Set<() => readonly UsageItem[]>();

  /** The usage so far. */
  lines(): UsageItem[] {
    return mergeUsage([...this.#counted, ...[...this.#running].flatMap((read) => read())]);
  }

  /** Counts characters that a voice was given. */
  characters(voice: MeteredModel, quantity: number): void {
    this.#add([line('tts', voice, 'characters', quantity)]);
  }

  /** Counts audio by the total in ms that `read` answers, now and later. */
  audio(stt: MeteredModel, read: () => number): void {
    this.#running.add(() => [line('stt', stt, 'audio_ms', Math.round(read()))]);
  }

  /** Counts the seconds of a call leg from now on, by a monotonic clock. */
  callLeg(carrier: { readonly provider: string; readonly isOutbound: boolean }, now: () => number): void {
    const startedAt = now();
    const metric = carrier.isOutbound ? 'outbound_seconds' : 'inbound_seconds';
    const { provider } = carrier;
    this.#running.add(() => {
      const quantity = Math.ceil((now() - startedAt) / 1000);
      return [{ kind: 'telephony', provider, model: null, metric, quantity }];
    });
  }

  /** Meters a generation with a request of this length. */
  generation(llm: MeteredModel, requestCharacters: number): GenerationMeter {
    let outputCharacters = 0;
    const estimate = (): readonly UsageItem[] => [
      { ...line('llm', llm, 'input_tokens', estimatedTokens(requestCharacters)), estimated: true },
      { ...line('llm', llm, 'output_tokens', estimatedTokens(outputCharacters)), estimated: true },
    ];
    this.#running.add(estimate);
    return {
      output: (characters) => void (outputCharacters += characters),
      used: (usage) => {
        if (this.#running.delete(estimate)) this.#add(tokenLines(llm, usage));
      },
      discard: () => void this.#running.delete(estimate),
    };
  }

  #add(lines: readonly UsageItem[]): void {
    this.#counted = mergeUsage([...this.#counted, ...lines]);
  }
}

const line = (kind: Stage, { provider, model }: MeteredModel, metric: UsageItem['metric'], quantity: number) =>
  ({ kind, provider, model, metric, quantity }) as const satisfies UsageItem;
