import type { TranscriptEntry } from '../../domain/rehearsal/call-record.ts';
import type { EventName } from '../../domain/rehearsal/scenario.ts';
import type { TimelineEvent } from '../../domain/rehearsal/timeline.ts';

type Speaker = TranscriptEntry['speaker'];

/** When one side was heard, in ms of the recording. */
interface SpeechSpan {
  readonly speaker: Speaker;
  readonly from: number;
  readonly to: number;
}

/** How far words may be from the sound that they stand for, in ms. */
const NEAR_MS = 1_500;

const BEGINS: Readonly<Partial<Record<EventName, Speaker>>> = { agent_starts: 'agent', caller_speaks: 'caller' };
const ENDS: Readonly<Record<Speaker, ReadonlySet<EventName>>> = {
  agent: new Set<EventName>(['agent_stops', 'agent_interrupted', 'silenced', 'ended']),
  caller: new Set<EventName>(['caller_quiet', 'ended']),
};

/**
 * The words that an installation keeps of a call, at the times of the caller's recording: the clock of the call began earlier, turns
 * are noted when they were recognised, and their ends are not kept. `laterMs`: how much later the recording began.
 */
export function placedWords(
  words: readonly TranscriptEntry[],
  events: readonly TimelineEvent[],
): { readonly transcript: readonly TranscriptEntry[]; readonly laterMs: number } {
  const spans = spansOf(events);
  const laterMs = delayOf(words, spans);
  const left = new Set(spans);
  const transcript = words.map((entry): TranscriptEntry => {
    const [atMs, endMs] = [entry.atMs - laterMs, entry.endMs - laterMs];
    const span = nearest([...left], entry.speaker, atMs);
    if (!span) return { ...entry, atMs, endMs };
    left.delete(span);
    return { ...entry, atMs: span.from, endMs: span.to };
  });
  return { transcript: transcript.toSorted((one, other) => one.atMs - other.atMs), laterMs };
}

/** How much earlier the agent was first heard by the recording than by the clock of the call. */
function delayOf(words: readonly TranscriptEntry[], spans: readonly SpeechSpan[]): number {
  const [stored, sounding] = [words.find(isAgent), spans.find(isAgent)];
  return stored && sounding ? stored.atMs - sounding.from : 0;
}

const isAgent = ({ speaker }: { readonly speaker: Speaker }): boolean => speaker === 'agent';

function nearest(spans: readonly SpeechSpan[], speaker: Speaker, atMs: number): SpeechSpan | undefined {
  const distance = ({ from }: SpeechSpan): number => Math.abs(from - atMs);
  return spans
    .filter((span) => span.speaker === speaker && distance(span) <= NEAR_MS)
    .toSorted((one, other) => distance(one) - distance(other))[0];
}

const spansOf = (events: readonly TimelineEvent[]): SpeechSpan[] =>
  events.flatMap(({ name, at }, place): SpeechSpan[] => {
    const speaker = BEGINS[name];
    if (speaker === undefined) return [];
    const end = events.slice(place + 1).find((event) => ENDS[speaker].has(event.name)) ?? events.at(-1);
    return [{ speaker, from: Math.round(at), to: Math.round(end?.at ?? at) }];
  });
