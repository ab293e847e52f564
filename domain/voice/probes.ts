import type { ConversationStep } from './conversation-step.ts';
import type { Conversation } from './state.ts';

/** Time between probes, in ms. */
export const PROBE_INTERVAL_MS = 1_000;
/** The same while they yield no words. A probe without an answer for this time had no new words, or failed. */
export const PROBE_ANSWER_MAX_MS = 2_000;
/** Sound before the first probe, in ms: while the agent is interrupted or a background is known, and without any reason. */
const FIRST_PROBE_MS = 1_500;
const CONTINUOUS_SOUND_MS = 3_000;

/** When the words of a whole-utterance transcription are asked for. Null where that is not useful. */
export function probeDue(state: Conversation): number | null {
  const { phase, muted, caller, transcription, probes } = state;
  if (phase !== 'open' || muted || !transcription.canProbe || caller.activity !== 'speaking') return null;
  if (probes.sentAt === null) return firstProbeAt(state);
  const hasWords = probes.isAnswered && caller.status === 'confirmed';
  return probes.sentAt + (hasWords ? PROBE_INTERVAL_MS : PROBE_ANSWER_MAX_MS);
}

/** Each probe is a request. Speech with pauses, to an agent that waits, causes none. */
function firstProbeAt({
  level,
  hasBackground,
  generation,
  speeches,
  speechSince,
  soundSince,
}: Conversation): number | null {
  const isUrgent = hasBackground || level.hasGate || generation !== null || speeches.length > 0;
  const since = isUrgent ? speechSince : soundSince;
  return since === null ? null : since + (isUrgent ? FIRST_PROBE_MS : CONTINUOUS_SOUND_MS);
}

export function onProbeDue(step: ConversationStep): void {
  const { sentAt, wordsBy } = step.state.probes;
  step.set({ probes: { sentAt: step.at, isAnswered: false, wordsBy: wordsBy ?? sentAt } });
  step.do({ do: 'probe' });
}

/** An interim transcript arrived: the words of the last probe. */
export function onProbeAnswered(step: ConversationStep): void {
  const { probes, caller } = step.state;
  if (probes.sentAt === null || probes.isAnswered) return;
  const isNew = probes.wordsBy === null || (caller.status === 'confirmed' && caller.wordsAt === step.at);
  step.set({ probes: { ...probes, isAnswered: true, wordsBy: isNew ? probes.sentAt : probes.wordsBy } });
}
