import { parseObject } from '../../lib/parse-object.ts';
import type { SttProtocol } from '../_speech/stt-protocol.ts';
import { timestampedSttProtocol } from '../_speech/timestamped-stt-protocol.ts';

interface Results {
  readonly type?: unknown;
  readonly start?: number;
  readonly duration?: number;
  readonly is_final?: boolean;
  readonly from_finalize?: boolean;
  readonly channel?: { readonly alternatives?: readonly Alternative[] };
}

interface Alternative {
  readonly transcript?: string;
  readonly words?: unknown;
}

/** Deepgram's `/v1/listen`: segments with their position in the audio, the last one after `Finalize`. */
export const novaSttProtocol = (sampleRate: number): SttProtocol =>
  timestampedSttProtocol({
    sampleRate,
    endMessage: '{"type":"Finalize"}',
    read(message, timeline) {
      const results = parseObject<Results>(message);
      const { start = 0, duration = 0, is_final: isFinal = false } = results;
      const utterance = results.type === 'Results' ? timeline.at(start + duration / 2) : null;
      if (utterance === null) return null;
      const { transcript, words } = bestOf(results);
      const text = timeline.hear(utterance, transcript, isFinal, { words });
      const isLast = results.from_finalize === true || timeline.isAll(utterance, start + duration);
      const final = isFinal && isLast;
      const times = timeline.timesOf(utterance, final);
      return { utterance, text, final, ...(isFinal && !isLast && { stable: true }), ...times };
    },
  });

function bestOf({ channel }: Results): { readonly transcript: string; readonly words: unknown } {
  const { transcript = '', words } = channel?.alternatives?.[0] ?? {};
  return { transcript, words };
}
