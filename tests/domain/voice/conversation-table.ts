import { assert } from 'chai';
import { reduceConversation, newConversation } from '../../../domain/voice/conversation.ts';
import { END_CONVERSATION } from '../../../domain/voice/conversation-context.ts';
import type { EndReason, ConversationEventBody, RetrievalEvent } from '../../../domain/voice/conversation-events.ts';
import {
  CLEAN_LEVEL,
  type Conversation,
  type ConversationSettings,
  type ConversationEffect,
  type ConversationTimer,
  type TextInputOptions,
  type ConversationInput,
} from '../../../domain/voice/state.ts';
import { describeEffect } from './described-effects.ts';
import type { ToolOutcome } from '../../../domain/voice/tool-state.ts';

/** An input without its time. Times are seconds in tables and milliseconds in inputs. */
export type InputAt = (at: number) => ConversationInput;

/** A row of a table: the time, the input and every effect it must have, in order. */
export type Row = readonly [seconds: number, happens: InputAt, ...does: string[]];

/** Default settings of these tests. */
export const PLAIN: ConversationSettings = {
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

export const connects: InputAt = (at) => ({ type: 'connected', at });
/** It ends turns after half a second. Its interim transcripts are too rare to show the end of a turn in spite of sound. */
export const TRANSCRIPTION = { endpointingMs: 500, interimGapMs: 9_000, reportsTurns: false, canProbe: false } as const;

export const talks: InputAt = (at) => ({
  type: 'callerSpeechStarted',
  level: CLEAN_LEVEL,
  transcription: TRANSCRIPTION,
  at,
});
/** Speech really ended half a second before. */
export const stops: InputAt = (at) => ({ type: 'callerSpeechEnded', silentAt: at - 500, at });
/** A short silence starts, or ends. */
export const pauses: InputAt = (at) => ({ type: 'callerPaused', on: true, at });
export const continues: InputAt = (at) => ({ type: 'callerPaused', on: false, at });
export const final = (text: string): InputAt => transcript(text, true);
export const interim = (text: string): InputAt => transcript(text, false);
/** Words that will not change, of an utterance that may continue. */
export const stable = (text: string): InputAt => transcript(text, false, true);
export const types = (text: string, options: TextInputOptions = {}): InputAt => {
  return (at) => ({ type: 'textReceived', text, ...options, at });
};
export const generates = (generation: number, text: string): InputAt => {
  return (at) => ({ type: 'generationText', generation, text, at });
};
export const callsTool = (generation: number, name: string): InputAt => {
  return (at) => ({ type: 'toolCalled', generation, call: { id: 'c1', name, arguments: {} }, at });
};
export const callsAction = (
  generation: number,
  id: string,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
): InputAt => {
  return (at) => ({ type: 'toolCalled', generation, call: { id, name, arguments: args }, at });
};
export const answers = (
  run: number,
  content: string,
  outcome: ToolOutcome = 'ok',
  variables: Readonly<Record<string, unknown>> = {},
): InputAt => {
  return (at) => ({ type: 'toolAnswered', run, content, outcome, variables, at });
};
export const retrieves = (generation: number, retrieval: RetrievalEvent): InputAt => {
  return (at) => ({ type: 'retrievalReported', generation, retrieval, at });
};
export const completes = (generation: number): InputAt => {
  return (at) => ({ type: 'generationCompleted', generation, at });
};
export const generationFails = (generation: number): InputAt => {
  return (at) => ({ type: 'generationFailed', generation, message: 'The model is down', at });
};
export const starts = (speech: number): InputAt => {
  return (at) => ({ type: 'speechStarted', speech, at });
};
export const played = (speech: number, playedText: string): InputAt => {
  return (at) => ({ type: 'speechCompleted', speech, playedText, at });
};
export const cancelled = (speech: number, playedText: string): InputAt => {
  return (at) => ({ type: 'speechCancelled', speech, playedText, at });
};
export const speechFails = (speech: number, playedText: string): InputAt => {
  return (at) => ({ type: 'speechFailed', speech, playedText, message: 'TTS is down', at });
};
export const sttFails = (retryable: boolean): InputAt => {
  return (at) => ({ type: 'transcriptionFailed', message: 'STT is down', retryable, at });
};
export const holdMessageDue = (message: string): InputAt => {
  return (at) => ({ type: 'holdMessageDue', message, at });
};
export const elapses = (timer: ConversationTimer): InputAt => {
  return (at) => ({ type: 'timerElapsed', timer, at });
};
/** A summary was written, or could not be. */
export const writes = (summary: number, text: string | null): InputAt => {
  return (at) => ({ type: 'summaryWritten', summary, text, at });
};
/** The model reports what the caller said about the recording. */
export const reportsConsent = (given: boolean): InputAt => {
  return (at) => ({ type: 'consentReported', given, at });
};
export const disconnects = (reason: EndReason): InputAt => {
  return (at) => ({ type: 'disconnected', reason, at });
};

function transcript(text: string, isFinal: boolean, isStable = isFinal): InputAt {
  return (at) => ({ type: 'transcriptReceived', text, final: isFinal, stable: isStable, processor: 'testSTT', at });
}

/** Plays inputs to a conversation and compares the effects with a table. */
export class ConversationTable {
  /** Events so far. */
  readonly events: (ConversationEventBody & { at: number })[] = [];
  /** Names of the tools that each generation was offered, in order. */
  readonly offered: (readonly string[])[] = [];
  /** Preemptive generations started and discarded so far, in order. */
  readonly preemptive: string[] = [];
  #state: Conversation;

  constructor(settings: Partial<ConversationSettings> = {}) {
    this.#state = newConversation({ ...PLAIN, ...settings });
  }

  /** Plays the rows. Each must have exactly the effects it names. */
  plays(rows: readonly Row[]): this {
    for (const [seconds, input, ...effects] of rows)
      assert.deepEqual(this.#step(seconds, input), effects, `at ${seconds} s: ${JSON.stringify(input(0))}`);
    return this;
  }

  /** Plays inputs and ignores their effects. */
  after(...rows: readonly (readonly [number, InputAt])[]): this {
    for (const [seconds, input] of rows) this.#step(seconds, input);
    return this;
  }

  /** What is known of the conversation now. */
  get state(): Conversation {
    return this.#state;
  }

  /** The stages that the conversation came to, with the cause. */
  get stages(): string[] {
    return this.events.flatMap((event) =>
      event.type === 'agent_stage_entered' ? [`${event.stage} by ${event.by}`] : [],
    );
  }

  /** The fields of all stages, by name. */
  get fields(): Record<string, string> {
    const fields = Object.entries(this.#state.stage?.fields ?? {});
    return Object.fromEntries(fields.map(([name, { value, state }]) => [name, `${state} ${value}`]));
  }

  /** The conversation context, one line per message. */
  get context(): string[] {
    const names = { system: 'system', user: 'caller', assistant: 'agent', tool: 'tool' };
    return this.#state.messages.map((message) => {
      const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
      return [`${names[message.role]}: ${message.content}`, ...calls.map(({ name }) => `[${name}]`)].join(' ').trim();
    });
  }

  #step(seconds: number, input: InputAt): string[] {
    const at = Math.round(seconds * 1000);
    const { after, effects } = reduceConversation(this.#state, input(at));
    this.#state = after;
    for (const effect of effects) if (effect.do === 'emit') this.events.push({ ...effect.event, at: effect.at });
    for (const effect of effects) if (effect.do === 'generate') this.offered.push(effect.tools.map(({ name }) => name));
    this.preemptive.push(...effects.flatMap(preemptiveWords));
    const rearms = effects.some((effect) => effect.do === 'startTimer');
    return effects.flatMap((effect) => describeEffect(effect, { rearms, fills: after.settings.hold !== null }));
  }
}

/** An agent whose greeting was played. The next speech or generation has id 2. */
export const greeted = (settings: Partial<ConversationSettings> = {}): ConversationTable =>
  new ConversationTable(settings).after([0, connects], [0.5, starts(1)], [1, played(1, 'Hello.')]);

/** An agent whose generation 2 started at 3 s. */
export const awaitingReply = (settings: Partial<ConversationSettings> = {}): ConversationTable =>
  greeted(settings).after([2, talks], [2.8, stops], [3, final('What time is it?')]);

/** An agent that plays its reply of two sentences (speech 3) since 4 s. */
export const replying = (settings: Partial<ConversationSettings> = {}): ConversationTable =>
  awaitingReply(settings).after(
    [3.5, generates(2, 'It is noon. The sun is out.')],
    [3.8, completes(2)],
    [4, starts(3)],
  );

/** The apology after an LLM failure, by segment. */
export const APOLOGY: readonly string[] = ['I am sorry, I am having trouble answering.', 'Could you say that again?'];

/** The effects of the apology. */
export const apology = (speech: number): string[] => [
  ...APOLOGY.map((text) => `say ${speech}: ${text}`),
  `end ${speech}`,
];

function preemptiveWords(effect: ConversationEffect): string[] {
  if (effect.do === 'generatePreemptively') return [`${effect.generation}: ${effect.messages.at(-1)?.content}`];
  return effect.do === 'discardPreemptive' ? [`not ${effect.generation}`] : [];
}
