import { ConversationDriver } from './conversation-driver.ts';
import type { ConversationEvent } from './conversation-events.ts';
import { canonicalJson } from './canonical-json.ts';
import { effectDigest, effectName } from './effect-digest.ts';
import type { InputLog, LoggedInput } from './input-log.ts';
import type { Conversation, ConversationEffect, ConversationInput, ConversationSettings } from './state.ts';

/** How much later than due a timer may elapse in a call, and how much earlier, in ms. */
const LATE_MS = 250;
const EARLY_MS = 50;

/**
 * How the effects of an input differ. `effects`: others, or in another order. `due`: a timer would have elapsed before this
 * input. `not_due`: the timer that elapses would not have elapsed yet. Of the rest the effects are the same, with other
 * contents: the `question` to the model, the `words` that are spoken, the `timers`, or any other `detail`.
 */
export type DifferenceKind = 'effects' | 'due' | 'not_due' | 'question' | 'words' | 'timers' | 'detail';

/** An input of a call. */
export interface ReplayPlace {
  /** The input, counted from 1, and what it is. */
  readonly number: number;
  readonly input: ConversationInput;
  /** Milliseconds since the first input. */
  readonly at: number;
  /** The caller's turns that had ended. */
  readonly turn: number;
}

/** A difference between a call as it was and as it would be. */
export interface ReplayDifference extends ReplayPlace {
  readonly kind: DifferenceKind;
  /** The effects as stored. Without other settings only their names are known. */
  readonly stored: readonly string[];
  readonly now: readonly string[];
}

export interface Replay {
  /** The inputs that were replayed, and the time and the caller's turns in them. */
  readonly inputs: number;
  readonly ms: number;
  readonly turns: number;
  /** Where the model is asked for the first time. Null: it is not. */
  readonly question: ReplayPlace | null;
  /** The first of each kind after which the replay continued. */
  readonly notes: readonly ReplayDifference[];
  /** Where the conversation would have become another one. Later inputs mean nothing, so that the replay stops there. */
  readonly change: ReplayDifference | null;
}

export const isIdentical = ({ notes, change }: Replay): boolean => notes.length === 0 && change === null;

/**
 * Replays the inputs of a call. Without settings, the present policy must have the effects that were stored. With other
 * settings, the effects are compared with those that the stored settings have. `below`: only this many inputs.
 */
export function replayInputs(log: InputLog, settings: ConversationSettings | null = null, below = Infinity): Replay {
  const comparison = new Comparison(log, settings);
  for (const step of log.inputs.slice(0, below)) {
    const change = comparison.take(step);
    if (change) return { ...comparison.soFar, change };
  }
  return { ...comparison.soFar, change: null };
}

/** A conversation as it was and as it would be, input by input. */
class Comparison {
  readonly #first: number;
  readonly #now: ConversationDriver;
  /** The stored settings, where others are compared with them. */
  readonly #before: ConversationDriver | null;
  readonly #notes = new Map<DifferenceKind, ReplayDifference>();
  #question: ReplayPlace | null = null;
  #inputs = 0;
  #ms = 0;
  #turns = 0;

  constructor({ head, inputs }: InputLog, settings: ConversationSettings | null) {
    this.#first = inputs[0]?.input.at ?? 0;
    this.#now = new ConversationDriver(settings ?? head.settings);
    this.#before = settings && new ConversationDriver(head.settings);
  }

  get soFar(): Omit<Replay, 'change'> {
    const notes = [...this.#notes.values()];
    return { inputs: this.#inputs, ms: this.#ms, turns: this.#turns, question: this.#question, notes };
  }

  /** Takes the next input. Returns a difference after which nothing can be compared. */
  take(step: LoggedInput): ReplayDifference | null {
    const { input } = step;
    const timer = this.#notes.size > 0 ? timerDifference(this.#now.state, input) : null;
    const difference = timer ?? this.#differenceOf(step);
    const found = difference && { ...this.#placeOf(input), ...difference };
    if (found && STOPS.includes(found.kind)) return found;
    if (found && !this.#notes.has(found.kind)) this.#notes.set(found.kind, found);
    this.#inputs += 1;
    this.#ms = input.at - this.#first;
    return null;
  }

  #differenceOf(step: LoggedInput): Difference | null {
    const expected = expectedOf(step, this.#before?.take(step.input) ?? null);
    const effects = this.#now.take(step.input);
    this.#turns += effects.filter((effect) => effectName(effect) === 'emit:turn_ended').length;
    if (effects.some(isQuestion)) this.#question ??= this.#placeOf(step.input);
    return differenceOf(expected, effects);
  }

  #placeOf(input: ConversationInput): ReplayPlace {
    return { number: this.#inputs + 1, input, at: input.at - this.#first, turn: this.#turns };
  }
}

/** The differences after which later inputs mean nothing. */
const STOPS: readonly DifferenceKind[] = ['effects', 'due', 'not_due'];

/** The events of the policy in a call, by the present code. Those of the speech player and the vendors are not among them. */
export function replayedEvents({ head, inputs }: InputLog): ConversationEvent[] {
  const driver = new ConversationDriver(head.settings);
  return inputs.flatMap(({ input }) =>
    driver.take(input).flatMap((effect) => (effect.do === 'emit' ? [{ ...effect.event, at: effect.at }] : [])),
  );
}

/** The effects that are expected of an input. Their contents are known only where they were computed. */
interface ExpectedEffects {
  readonly names: readonly string[];
  readonly digest: string | null;
  readonly effects: readonly ConversationEffect[] | null;
}

const digestOf = (effects: readonly ConversationEffect[]): string | null =>
  effects.length === 0 ? null : effectDigest(effects);

const expectedOf = (step: LoggedInput, effects: readonly ConversationEffect[] | null): ExpectedEffects =>
  effects === null
    ? { names: step.effects, digest: step.digest, effects }
    : { names: effects.map(effectName), digest: digestOf(effects), effects };

type Difference = Pick<ReplayDifference, 'kind' | 'stored' | 'now'>;

function differenceOf(expected: ExpectedEffects, effects: readonly ConversationEffect[]): Difference | null {
  const names = effects.map(effectName);
  const isSame = names.join() === expected.names.join();
  if (isSame && digestOf(effects) === expected.digest) return null;
  if (acts(names) !== acts(expected.names))
    return { kind: 'effects', stored: described(expected), now: effects.map(effectText) };
  if (!expected.effects)
    return { kind: isSame ? 'detail' : 'timers', stored: expected.names, now: effects.map(effectText) };
  return contentDifference(expected.effects, effects);
}

/** The names of effects by which a conversation acts. A timer matters only when it elapses. */
const acts = (names: readonly string[]): string => names.filter((name) => !isTimer(name)).join();

const isTimer = (name: string): boolean =>
  /^(?:start|cancel)Timer:/.test(name) || name === 'scheduleHoldMessage' || name === 'cancelHoldMessage';

const described = ({ effects, names }: ExpectedEffects): readonly string[] => effects?.map(effectText) ?? names;

const KIND_OF: Readonly<Partial<Record<ConversationEffect['do'], DifferenceKind>>> = {
  generate: 'question',
  generatePreemptively: 'question',
  say: 'words',
};

/** What differs first in effects of the same names. */
function contentDifference(
  stored: readonly ConversationEffect[],
  now: readonly ConversationEffect[],
): Difference | null {
  const [before, after] = [stored.filter(isAct), now.filter(isAct)];
  for (const [index, effect] of after.entries()) {
    const other = before[index];
    if (other && canonicalJson(effect) !== canonicalJson(other))
      return { kind: KIND_OF[effect.do] ?? 'detail', ...differingText(other, effect) };
  }
  return {
    kind: 'timers',
    stored: stored.filter((effect) => !isAct(effect)).map(effectText),
    now: now.filter((effect) => !isAct(effect)).map(effectText),
  };
}

const isQuestion = (
  effect: ConversationEffect,
): effect is Extract<ConversationEffect, { readonly do: 'generate' | 'generatePreemptively' }> =>
  effect.do === 'generate' || effect.do === 'generatePreemptively';

/** Both effects in words. Of two generations, only the first message that differs, from the first difference on. */
function differingText(stored: ConversationEffect, now: ConversationEffect): Pick<Difference, 'stored' | 'now'> {
  if (isQuestion(stored) && isQuestion(now)) {
    const at = now.messages.findIndex(
      (message, place) => canonicalJson(message) !== canonicalJson(stored.messages[place]),
    );
    const [one, other] = [stored.messages[at], now.messages[at]];
    if (one && other) {
      const from = sharedStart(one.content, other.content);
      return {
        stored: [`${one.role}: ${excerpt(one.content, from)}`],
        now: [`${other.role}: ${excerpt(other.content, from)}`],
      };
    }
  }
  return { stored: [effectText(stored)], now: [effectText(now)] };
}

/** How many characters the texts have in common at their start. */
function sharedStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

/** The characters that are shown of a text, and those before its difference. */
const EXCERPT = 120;
const EXCERPT_BEFORE = 30;

function excerpt(text: string, from: number): string {
  const start = Math.max(0, from - EXCERPT_BEFORE);
  const part = text.slice(start, start + EXCERPT).replace(/\s+/gu, ' ');
  return `${start > 0 ? '…' : ''}${part}${start + EXCERPT < text.length ? '…' : ''}`;
}

const isAct = (effect: ConversationEffect): boolean => !isTimer(effectName(effect));

/** Whether the armed timer contradicts the next input. */
function timerDifference({ armed }: Conversation, input: ConversationInput): Difference | null {
  if (!armed) return null;
  const elapses = input.type === 'timerElapsed' && input.timer === armed.timer;
  const late = input.at - armed.dueAt;
  if (!elapses && late > LATE_MS)
    return {
      kind: 'due',
      stored: [input.type],
      now: [`timerElapsed ${armed.timer} ${Math.round(late)} ms before`],
    };
  if (elapses && -late > EARLY_MS)
    return { kind: 'not_due', stored: [`timerElapsed ${armed.timer}`], now: [`${Math.round(-late)} ms later`] };
  return null;
}

/** An effect in one line. */
function effectText(effect: ConversationEffect): string {
  switch (effect.do) {
    case 'say':
      return `say ${JSON.stringify(effect.text)}`;
    case 'startTimer':
      return `startTimer ${effect.timer} ${Math.round(effect.ms)} ms`;
    case 'cancelTimer':
      return `cancelTimer ${effect.timer}`;
    case 'emit':
      return `emit ${JSON.stringify(effect.event)}`;
    case 'generate':
    case 'generatePreemptively':
      return `${effect.do} ${effect.messages.length} messages, tools ${effect.tools.map(({ name }) => name).join(', ') || 'none'}`;
    default:
      return JSON.stringify(effect);
  }
}
