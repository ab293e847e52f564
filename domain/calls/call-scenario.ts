import type { ConversationEvent } from '../voice/conversation-events.ts';
import type { InputLog } from '../voice/input-log.ts';
import { CHARACTERS_PER_SECOND } from '../voice/played-text.ts';
import { replayedEvents } from '../voice/replay.ts';
import { transcriptLine } from '../voice/transcript.ts';

/** A step of the caller, in the form of scenario files. */
export interface CallerStep {
  readonly after?: 'connected' | 'agent_starts' | 'agent_stops' | 'agent_interrupted';
  readonly wait_ms?: number;
  readonly says?: string;
  readonly types?: string;
  readonly presses?: string;
  readonly hangs_up?: true;
}

/** An event that is expected, in the form of scenario files. Null: with any text. */
export type ExpectedEvent = Readonly<Record<string, string | null>>;

/** A call as a scenario: its caller's words for an agent that runs, and its inputs for the policy alone. */
export interface CallScenario {
  readonly title: string;
  readonly caller: readonly CallerStep[];
  /** Time in ms until the caller hangs up after the last step. */
  readonly stays_ms?: number;
  readonly expect: { readonly events: readonly ExpectedEvent[]; readonly transcript: readonly string[] };
  /** The stored inputs. */
  readonly recorded: string;
}

/** How long the caller stays where the agent ended the call, in ms. */
const STAYS_MS = 60_000;

/** Turns the inputs of a call, which have this text, into a scenario. It passes on the code that made it. */
export function callScenario(log: InputLog, { title, text }: { title: string; text: string }): CallScenario {
  const events = replayedEvents(log);
  const hasLeft = events.some((event) => event.type === 'ended' && event.reason === 'caller_left');
  return {
    title,
    caller: callerSteps(events),
    ...(!hasLeft && { stays_ms: STAYS_MS }),
    expect: { events: expectedEvents(events), transcript: transcriptWords(events) },
    recorded: text,
  };
}

/** The lines of the transcript, as `speaker: words`. */
export const transcriptWords = (events: readonly ConversationEvent[]): string[] =>
  events.map(transcriptLine).flatMap((line) => (line === '' ? [] : [line.slice(line.indexOf('] ') + 2).trimEnd()]));

/** What an agent that runs must do as well, whatever its words are. */
const expectedEvents = (events: readonly ConversationEvent[]): ExpectedEvent[] =>
  events.flatMap((event): ExpectedEvent[] => {
    if (event.type === 'turn_ended') return [{ turn: null }];
    if (event.type === 'agent_speech_started') return [{ agent_starts: null }];
    if (event.type === 'agent_speech_ended') return event.interrupted ? [{ agent_interrupted: null }] : [];
    return event.type === 'ended' ? [{ ended: event.reason }] : [];
  });

/** What the agent did last, which the next step of the caller waits for. */
interface AgentMoment {
  readonly after: NonNullable<CallerStep['after']>;
  readonly at: number;
  /** What was played of a speech that is over. */
  readonly played: string;
}

/** How long before its end an interruption still ends a speech, in ms. */
const MARGIN_MS = 200;

/** What the caller did, each step after what the agent did last. */
export function callerSteps(events: readonly ConversationEvent[]): CallerStep[] {
  const moments = events.map(momentOf).filter((moment) => moment !== null);
  const steps: CallerStep[] = [];
  let past = 0;
  for (const event of events) {
    if (momentOf(event)) past += 1;
    if (event.type === 'turn_ended') steps.push({ ...since(moments, past, event.started_at), ...wordsOf(event) });
    if (event.type === 'ended' && event.reason === 'caller_left')
      steps.push({ ...since(moments, past, event.at), hangs_up: true });
  }
  return steps;
}

function momentOf(event: ConversationEvent): AgentMoment | null {
  if (event.type === 'connected') return { after: 'connected', at: event.at, played: '' };
  if (event.type === 'agent_speech_started') return { after: 'agent_starts', at: event.at, played: '' };
  if (event.type !== 'agent_speech_ended') return null;
  return { after: event.interrupted ? 'agent_interrupted' : 'agent_stops', at: event.at, played: event.played_text };
}

/**
 * How long after what the agent did, of which this many moments are past, the caller acts. An interruption at the same
 * moment is what the caller's act did.
 */
function since(moments: readonly AgentMoment[], past: number, at: number): Pick<CallerStep, 'after' | 'wait_ms'> {
  const place = moments.findLastIndex(
    (moment, index) => index < past && (moment.at < at || (moment.at === at && moment.after !== 'agent_interrupted')),
  );
  const last = moments[place];
  if (!last) return {};
  const waitMs = at - last.at;
  const next = last.after === 'agent_starts' ? moments[place + 1] : undefined;
  const isInterruption = next?.after === 'agent_interrupted';
  return {
    after: last.after,
    wait_ms: Math.round(isInterruption ? Math.min(waitMs, interruptionMs(next, at)) : waitMs),
  };
}

/**
 * When a caller who acts at this time interrupts a speech without audio, in ms after its start: before it has said more
 * than was played in the call. A slow voice, or a call that was held up, may have taken longer for these words.
 */
function interruptionMs({ at: interruptedAt, played }: AgentMoment, at: number): number {
  const playedMs = (played.length / CHARACTERS_PER_SECOND) * 1_000;
  return Math.max(0, playedMs - MARGIN_MS - (interruptedAt - at));
}

const KEYS = /^\[keypad\] ([\d*#]+)$/;

function wordsOf({ text, ended_by }: Extract<ConversationEvent, { type: 'turn_ended' }>): CallerStep {
  if (ended_by !== 'text') return { says: text };
  const keys = KEYS.exec(text)?.[1];
  return keys === undefined ? { types: text } : { presses: keys };
}
