import { parseObject } from '../../lib/parse-object.ts';
import { textOf } from '../../../domain/unverified-json.ts';
import { realtimeFault } from './realtime-fault.ts';
import {
  audioMessages,
  COMMIT,
  TOO_SHORT,
  TRANSCRIPTION,
  UNINTELLIGIBLE,
  type RealtimeEvent,
} from './realtime-messages.ts';
import { orderedSttProtocol } from '../_speech/ordered-stt-protocol.ts';
import type { OrderedResults } from '../_speech/ordered-results.ts';
import type { SttProtocol, SttResult } from '../_speech/stt-protocol.ts';

/**
 * A transcription session in which the vendor's semantic turn detection commits turns, and we may as well. An item is
 * transcribed once it is committed, and a later one may be answered first.
 */
export function semanticVadProtocol(sampleRate: number): SttProtocol {
  const items = new CommittedItems();
  return orderedSttProtocol({
    audio: audioMessages(sampleRate),
    endMessage: COMMIT,
    read(message, results) {
      const event = parseObject<RealtimeEvent>(message);
      if (event.type === 'error') return refused(event.error, items, results);
      if (typeof event.item_id !== 'string') return null;
      if (event.type === 'input_audio_buffer.committed') items.set(event.item_id, null);
      if (event.type === `${TRANSCRIPTION}.completed`) items.set(event.item_id, textOf(event.transcript));
      if (event.type === `${TRANSCRIPTION}.failed`) items.set(event.item_id, textOfFailed(event.error));
      const texts = items.takeTranscribed();
      for (const text of texts) results.addFinal(text);
      return texts.length > 0 ? results.endUnmarked() : null;
    },
  });
}

/** Nothing was left to commit: words on their way end the utterance, else it has none. */
function refused(
  error: RealtimeEvent['error'] | undefined,
  items: CommittedItems,
  results: OrderedResults,
): SttResult | null {
  if (!error) return null;
  if (error.code !== TOO_SHORT) throw realtimeFault(error);
  return items.areAwaited ? null : results.endUnmarked();
}

function textOfFailed(error: RealtimeEvent['error'] | undefined): string {
  if (error?.code !== UNINTELLIGIBLE) throw realtimeFault(error ?? {});
  return '';
}

/** Items in the order of their commits, null until they are transcribed. */
class CommittedItems {
  readonly #texts = new Map<string, string | null>();

  get areAwaited(): boolean {
    return this.#texts.size > 0;
  }

  set(item: string, text: string | null): void {
    this.#texts.set(item, text);
  }

  /** Removes the items that no earlier one delays, and returns their texts. */
  takeTranscribed(): readonly string[] {
    const taken: string[] = [];
    for (const [item, text] of this.#texts) {
      if (text === null) break;
      this.#texts.delete(item);
      taken.push(text);
    }
    return taken;
  }
}
