import { assert } from 'chai';
import { reduceConversation, newConversation } from '../../../domain/voice/conversation.ts';
import { END_CONVERSATION } from '../../../domain/voice/messages.ts';
import type { EndReason, ConversationEventBody, RetrievalEvent } from '../../../domain/voice/conversation-events.ts';
import type {
  Conversation,
  ConversationSettings,
  ConversationEffect,
  ConversationTimer,
  TextInputOptions,
  ConversationInput,
} from '../../../domain/voice/state.ts';

/** What happens, once it is known when. Moments are seconds in tables and milliseconds in events. */
export type Happens = (at: number) => ConversationInput;

/** One row of a table: when, what happens, and everything the conversation does about it, in order. */
export type Row = readonly [seconds: number, happens: Happens, ...does: string[]];

/** How the conversations of these tests behave unless a test says otherwise. */
const PLAIN: ConversationSettings = {
  language: 'en',
  systemPrompt: '',
  greeting: 'Hello.',
  interruptionMinWords: 0,
  ignoreUntilGreeted: false,
  idleMs: 0,
  idlePrompt: null,
  closingMessage: '',
  hold: null,
  tools: [END_CONVERSATION],
};

export const joins: Happens = (at) => ({ type: 'connected', at });
export const sounds: Happens = (at) => ({ type: 'callerSpeechStarted', at });
/** The sound is over; it really was half a second ago. */
export const hushes: Happens = (at) => ({ type: 'callerSpeechEnded', silentAt: at - 500, at });
/** The sound pauses, or goes on after it. */
export const pauses: Happens = (at) => ({ type: 'callerPaused', on: true, at });
export const goesOn: Happens = (at) => ({ type: 'callerPaused', on: false, at });
export const hears = (text: string): Happens => result(text, true);
export const partly = (text: string): Happens => result(text, false);
/** Words that will not change, of an utterance that may go on. */
export const surely = (text: string): Happens => result(text, false, true);
export const types = (text: string, options: TextInputOptions = {}): Happens => {
  return (at) => ({ type: 'textReceived', text, ...options, at });
};
export const thinks = (generation: number, text: string): Happens => {
  return (at) => ({ type: 'generationText', generation, text, at });
};
export const calls = (generation: number, name: string): Happens => {
  return (at) => ({ type: 'toolCalled', generation, call: { id: 'c1', name, arguments: {} }, at });
};
export const looks = (generation: number, retrieval: RetrievalEvent): Happens => {
  return (at) => ({ type: 'retrievalReported', generation, retrieval, at });
};
export const done = (generation: number): Happens => {
  return (at) => ({ type: 'generationCompleted', generation, at });
};
export const fails = (generation: number): Happens => {
  return (at) => ({ type: 'generationFailed', generation, message: 'The model is down', at });
};
export const starts = (speech: number): Happens => {
  return (at) => ({ type: 'speechStarted', speech, at });
};
export const spoken = (speech: number, playedText: string): Happens => {
  return (at) => ({ type: 'speechCompleted', speech, playedText, at });
};
export const dropped = (speech: number, playedText: string): Happens => {
  return (at) => ({ type: 'speechCancelled', speech, playedText, at });
};
export const breaks = (speech: number, playedText: string): Happens => {
  return (at) => ({ type: 'speechFailed', speech, playedText, message: 'The voice is down', at });
};
export const deaf = (retryable: boolean): Happens => {
  return (at) => ({ type: 'transcriptionFailed', message: 'The ear is down', retryable, at });
};
export const due = (message: string): Happens => {
  return (at) => ({ type: 'holdMessageDue', message, at });
};
export const elapses = (timer: ConversationTimer): Happens => {
  return (at) => ({ type: 'timerElapsed', timer, at });
};
export const leaves = (reason: EndReason): Happens => {
  return (at) => ({ type: 'disconnected', reason, at });
};

function result(text: string, final: boolean, stable = final): Happens {
  return (at) => ({ type: 'transcriptReceived', text, final, stable, processor: 'testSTT', at });
}

/** A conversation that is played event by event and compared with a table. */
export class Scene {
  /** Everything told to observers so far. */
  readonly told: (ConversationEventBody & { at: number })[] = [];
  /** What was asked ahead of its time so far, and given up, in order. */
  readonly foreseen: string[] = [];
  #state: Conversation;

  constructor(settings: Partial<ConversationSettings> = {}) {
    this.#state = newConversation({ ...PLAIN, ...settings });
  }

  /** Plays the rows; each must cause exactly the effects it names. */
  plays(rows: readonly Row[]): this {
    for (const [seconds, happens, ...does] of rows)
      assert.deepEqual(this.#step(seconds, happens), does, `at ${seconds} s: ${JSON.stringify(happens(0))}`);
    return this;
  }

  /** Plays what leads up to the table, whatever it causes. */
  after(...rows: readonly (readonly [number, Happens])[]): this {
    for (const [seconds, happens] of rows) this.#step(seconds, happens);
    return this;
  }

  /** What the model would be told now, one line per message. */
  get context(): string[] {
    const names = { system: 'system', user: 'caller', assistant: 'agent', tool: 'tool' };
    return this.#state.messages.map(({ role, content }) => `${names[role]}: ${content}`);
  }

  #step(seconds: number, happens: Happens): string[] {
    const at = Math.round(seconds * 1000);
    const { after, effects } = reduceConversation(this.#state, happens(at));
    this.#state = after;
    for (const effect of effects) if (effect.do === 'emit') this.told.push({ ...effect.event, at: effect.at });
    this.foreseen.push(...effects.flatMap(aheadOfTime));
    const rearms = effects.some((effect) => effect.do === 'startTimer');
    return effects.flatMap((effect) => inWords(effect, { rearms, fills: after.settings.hold !== null }));
  }
}

/** An agent whose greeting was spoken. The next thing said or thought is number 2. */
export const greeted = (settings: Partial<ConversationSettings> = {}): Scene =>
  new Scene(settings).after([0, joins], [0.5, starts(1)], [1, spoken(1, 'Hello.')]);

/** An agent that was asked a question (number 2) at 3 s. */
export const asked = (settings: Partial<ConversationSettings> = {}): Scene =>
  greeted(settings).after([2, sounds], [2.8, hushes], [3, hears('What time is it?')]);

/** An agent that says the two sentences of its answer (number 3) since 4 s. */
export const answering = (settings: Partial<ConversationSettings> = {}): Scene =>
  asked(settings).after([3.5, thinks(2, 'It is noon. The sun is out.')], [3.8, done(2)], [4, starts(3)]);

/** What the agent says when the model fails it, sentence by sentence. */
export const APOLOGY: readonly string[] = ['I am sorry, I am having trouble answering.', 'Could you say that again?'];

/** The effects of saying so. */
export const sorry = (speech: number): string[] => [
  ...APOLOGY.map((text) => `say ${speech}: ${text}`),
  `end ${speech}`,
];

function aheadOfTime(effect: ConversationEffect): string[] {
  if (effect.do === 'generatePreemptively') return [`${effect.generation}: ${effect.messages.at(-1)?.content}`];
  return effect.do === 'discardPreemptive' ? [`not ${effect.generation}`] : [];
}

function inWords(effect: ConversationEffect, { rearms, fills }: { rearms: boolean; fills: boolean }): string[] {
  switch (effect.do) {
    case 'say':
      return [`say ${effect.speech}: ${effect.text}`];
    case 'endSpeech':
      return [`end ${effect.speech}`];
    case 'cancelSpeech':
      return [`drop ${effect.speech}`];
    case 'pauseOutput':
      return ['hold'];
    case 'resumeOutput':
      return ['resume'];
    case 'generate':
      return [`think ${effect.generation}: ${effect.messages.at(-1)?.content}`];
    case 'cancelGeneration':
      return [`stop ${effect.generation}`];
    case 'mute':
      return [effect.on ? 'mute' : 'unmute'];
    case 'startTimer':
      return [`wait ${effect.timer} ${effect.ms / 1000}`];
    case 'cancelTimer':
      return rearms ? [] : ['no wait'];
    case 'scheduleHoldMessage':
      return [`fill in ${effect.ms / 1000}`];
    case 'cancelHoldMessage':
      return fills ? ['no fill'] : [];
    case 'generatePreemptively':
    case 'discardPreemptive':
      // Nobody hears of it: see `foreseen`.
      return [];
    case 'emit':
      return effect.event.type === 'ended' ? [`ended: ${effect.event.reason}`] : [];
    case 'hangUp':
      return [`hang up: ${effect.reason}`];
  }
}
