import type { CallerPause } from '../calls/call-metrics.ts';
import type { ConversationEvent } from './conversation-events.ts';
import { SPEECH_START_MS } from './speech-detection.ts';

/** The silences of a caller after words, and what followed each. */
export interface PauseLog {
  readonly ended: readonly CallerPause[];
  readonly open: OpenPause | null;
}

interface OpenPause extends Omit<CallerPause, 'pause_ms'> {
  /** When the caller went silent. */
  readonly from: number;
  /** When sound of the caller followed, before its words. */
  readonly resumedAt: number | null;
  readonly agentStartedAt: number | null;
}

export const NO_PAUSES: PauseLog = { ended: [], open: null };

/** Most pauses of a call that are kept: its first ones. */
const PAUSES_MAX = 500;
/** A caller who starts within this time after the agent did not react to it. In ms. */
const REACTION_MS = 400;

/**
 * Takes one more event. A pause was within the turn if the caller continued before they could have heard the agent, even
 * where the platform had ended the turn. Otherwise the caller had finished.
 */
export function recordPause(log: PauseLog, event: ConversationEvent): PauseLog {
  const { open } = log;
  if (event.type === 'caller_pause_started') {
    const { silence_at: from, endpointing_ms, look, language } = event;
    return { ...closed(log), open: { from, endpointing_ms, look, language, resumedAt: null, agentStartedAt: null } };
  }
  if (!open) return log;
  switch (event.type) {
    case 'caller_voice_activity':
      // The words may arrive after the end of the sound.
      return event.on ? { ...log, open: { ...open, resumedAt: event.at - SPEECH_START_MS } } : log;
    case 'agent_speech_started':
      return open.agentStartedAt === null ? { ...log, open: { ...open, agentStartedAt: event.at } } : log;
    case 'caller_transcript':
      // Text input tells nothing about pauses.
      if (event.typed) return { ...log, open: null };
      return event.text.trim() === '' || open.resumedAt === null ? log : closed(log, open.resumedAt);
    case 'ended':
      return closed(log);
    default:
      return log;
  }
}

/** Ends the open pause: with the words that followed, or without any after the agent's answer. Other pauses tell nothing. */
function closed({ ended, open }: PauseLog, resumedAt: number | null = null): PauseLog {
  if (!open || ended.length >= PAUSES_MAX) return { ended, open: null };
  const { from, agentStartedAt, endpointing_ms, look, language } = open;
  const isWithinTurn = resumedAt !== null && (agentStartedAt === null || resumedAt < agentStartedAt + REACTION_MS);
  if (!isWithinTurn && agentStartedAt === null) return { ended, open: null };
  const pauseMs = isWithinTurn ? Math.max(0, Math.round(resumedAt - from)) : null;
  return { ended: [...ended, { language, look, endpointing_ms, pause_ms: pauseMs }], open: null };
}
