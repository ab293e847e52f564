import { parsed } from '../../lib/parsed.ts';
import { complaint } from '../../lib/vendor-failures.ts';
import type { Line } from '../speech/line.ts';
import { placedLine } from '../speech/placed-line.ts';

interface TurnInfo {
  readonly type?: unknown;
  readonly code?: unknown;
  readonly event?: string;
  readonly transcript?: string;
  readonly audio_window_end?: number;
}

/** Deepgram's `/v2/listen`, whose turns end when we say so. It must hear silence between them. */
export const fluxLine = (sampleRate: number): Line =>
  placedLine({
    sampleRate,
    finish: '{"type":"ForceEndTurn"}',
    hearsSilence: true,
    read(message, timeline) {
      const { type, code, event, transcript = '', audio_window_end = 0 } = parsed<TurnInfo>(message);
      if (type === 'Error') throw complaint('deepgram', code, true);
      if (type !== 'TurnInfo') return null;
      const utterance = timeline.at(audio_window_end);
      if (utterance === null) return null;
      const isEnd = event === 'EndOfTurn';
      const text = timeline.hear(utterance, transcript, isEnd);
      return { utterance, text, final: isEnd && timeline.hasEnded(utterance) };
    },
  });
