import { isBackchannel } from '../../../domain/voice/backchannels.ts';
import { reduceConversation, newConversation } from '../../../domain/voice/conversation.ts';
import type {
  Conversation,
  ConversationSettings,
  ConversationEffect,
  ConversationTimer,
  ConversationInput,
} from '../../../domain/voice/state.ts';

interface SpeechInWorld {
  readonly said: string[];
  readonly isHold: boolean;
  ended: boolean;
  dropped: boolean;
  started: boolean;
  over: boolean;
}

/** Longest time the agent may be held: the figure the policy promises. */
const HELD_MAX_MS = 5_000;

/**
 * The world around a conversation: it does what the effects ask for, keeps the books, and refuses at once whatever no
 * world could make sense of. What happens next is for others to say.
 */
export class World {
  at = 0;
  steps = 0;
  callerTalks = false;
  /** What happened and what was done, for whoever must understand a failure. */
  readonly story: [ConversationInput, ConversationEffect[]][] = [];
  thinking: number | null = null;
  /** The question that was begun before it is asked. */
  foreseen: number | null = null;
  readonly closedThinkings: number[] = [];
  readonly speeches = new Map<number, SpeechInWorld>();
  armed: { timer: ConversationTimer; due: number } | null = null;
  holdArmed = false;
  state: Conversation;
  #held = false;
  #muted = false;
  #hangUps = 0;
  #endsTold = 0;
  readonly #heardOfAgent = new Set<string>();
  readonly #heardOfCaller = new Set<string>();
  readonly #discarded = new Set<string>();

  constructor(settings: ConversationSettings) {
    this.state = newConversation(settings);
  }

  /** Speeches whose account is still owed, oldest first. */
  get live(): [number, SpeechInWorld][] {
    return [...this.speeches].filter(([, { over }]) => !over);
  }

  /** Something happens. */
  take(event: ConversationInput): void {
    this.steps += 1;
    this.at = event.at;
    const before = this.state;
    this.#note(event);
    const { after, effects } = reduceConversation(before, event);
    this.story.push([event, effects]);
    for (const effect of effects) {
      must(before.phase !== 'ended' || effect.do === 'emit', 'after the end only accounts are told');
      this.#perform(effect, event.type === 'holdMessageDue');
    }
    this.state = after;
    this.#checkBooks();
    this.#checkMoves();
    if (after.messages !== before.messages) this.#checkContext();
  }

  #note(event: ConversationInput): void {
    switch (event.type) {
      case 'timerElapsed':
        if (this.armed?.timer === event.timer) this.armed = null;
        return;
      case 'holdMessageDue':
        this.holdArmed = false;
        return;
      case 'generationCompleted':
      case 'generationFailed':
        return this.#closeThinking(event.generation);
      case 'speechStarted':
        return this.#change(event.speech, (speech) => (speech.started = true));
      case 'speechCompleted':
      case 'speechCancelled':
        return this.#change(event.speech, (speech) => this.#account(speech, event.playedText));
      case 'speechFailed':
        // A speech that failed needs no end.
        this.#change(event.speech, (speech) => (speech.ended = true));
        return this.#change(event.speech, (speech) => this.#account(speech, event.playedText));
      case 'transcriptReceived':
      case 'textReceived':
        return this.#noteWords(event);
      default:
    }
  }

  #change(id: number, how: (speech: SpeechInWorld) => void): void {
    const speech = this.speeches.get(id);
    if (speech) how(speech);
  }

  #account(speech: SpeechInWorld, heard: string): void {
    if (!speech.over && !speech.isHold) this.#heardOfAgent.add(heard.trim());
    speech.over = true;
  }

  #noteWords(event: ConversationInput & { type: 'transcriptReceived' | 'textReceived' }): void {
    const isAudible = this.live.some(([, { started }]) => started);
    const words = event.text.split(' ').filter((word) => word !== '');
    const isTooShort =
      !isBackchannel(event.text, 'en') &&
      event.type === 'transcriptReceived' &&
      isAudible &&
      words.length < this.state.settings.interruptionMinWords;
    for (const word of words) (isTooShort ? this.#discarded : this.#heardOfCaller).add(word);
  }

  #closeThinking(id: number): void {
    if (this.thinking !== id) return;
    this.closedThinkings.push(id);
    this.thinking = null;
  }

  #perform(effect: ConversationEffect, isHold: boolean): void {
    switch (effect.do) {
      case 'say':
        return this.#say(effect.speech, effect.text, isHold);
      case 'endSpeech':
        must(!this.#open(effect.speech).ended, 'a speech ends once');
        return this.#change(effect.speech, (speech) => (speech.ended = true));
      case 'cancelSpeech':
        must(!this.#open(effect.speech).dropped, 'a speech is dropped once');
        return this.#change(effect.speech, (speech) => (speech.dropped = true));
      case 'pauseOutput':
      case 'resumeOutput':
        must(this.#held === (effect.do === 'resumeOutput'), 'hold and resume alternate');
        this.#held = effect.do === 'pauseOutput';
        return;
      case 'generate':
        return this.#think(effect.generation);
      case 'generatePreemptively':
        must(this.foreseen === null && this.thinking === null, 'one answer is begun ahead of its time');
        must(!this.closedThinkings.includes(effect.generation), 'what is foreseen has a new number');
        this.foreseen = effect.generation;
        return;
      case 'discardPreemptive':
        must(this.foreseen === effect.generation, 'only what was foreseen is forgotten');
        this.foreseen = null;
        return;
      case 'cancelGeneration':
        must(effect.generation === (this.thinking ?? this.closedThinkings.at(-1)), 'only what runs is stopped');
        return this.#closeThinking(effect.generation);
      case 'mute':
        must(this.#muted !== effect.on, 'mute and unmute alternate');
        this.#muted = effect.on;
        return;
      case 'startTimer':
        must(this.armed === null && effect.ms >= 0, 'one wait at a time, in the future');
        this.armed = { timer: effect.timer, due: this.at + effect.ms };
        return;
      case 'cancelTimer':
        must(this.armed?.timer === effect.timer, 'only a running wait is called off');
        this.armed = null;
        return;
      case 'scheduleHoldMessage':
      case 'cancelHoldMessage':
        must(effect.do === 'cancelHoldMessage' || this.thinking !== null, 'only the wait for an answer is filled');
        this.holdArmed = effect.do === 'scheduleHoldMessage';
        return;
      case 'emit':
        if (effect.event.type === 'ended') this.#endsTold += 1;
        return;
      case 'hangUp':
        this.#hangUps += 1;
    }
  }

  #say(id: number, text: string, isHold: boolean): void {
    if (!this.speeches.has(id)) {
      must(id > Math.max(0, ...this.speeches.keys()), 'a new speech has a new number');
      this.speeches.set(id, { said: [], isHold, ended: false, dropped: false, started: false, over: false });
    }
    const speech = this.#open(id);
    must(!speech.ended && !speech.dropped, 'nothing is said after the end of a speech');
    // Every thought of the tests carries the number of its question; the last answer may just have ended.
    for (const [, question] of text.matchAll(/question(\d+)/gu))
      must(!this.closedThinkings.slice(0, -1).includes(Number(question)), 'nothing of an old answer is said');
    speech.said.push(text);
  }

  #think(id: number): void {
    must(this.thinking === null, 'one question at a time');
    must(this.live.length === 0, 'the model is asked when every speech is accounted for');
    must(!this.closedThinkings.includes(id), 'a new question has a new number');
    must(this.foreseen === null || this.foreseen === id, 'what was foreseen is asked or forgotten');
    this.foreseen = null;
    this.thinking = id;
  }

  #open(id: number): SpeechInWorld {
    const speech = this.speeches.get(id);
    if (!speech || speech.over) throw new Error(`Broken: no speech ${id} is open`);
    return speech;
  }

  #checkBooks(): void {
    const { phase, armedTimer, generation, speeches } = this.state;
    must(armedTimer?.timer === this.armed?.timer, 'the books agree on the wait');
    must((generation?.id ?? null) === this.thinking, 'every question is answered, stopped or running');
    must((this.state.preemptive?.id ?? null) === this.foreseen, 'the books agree on what is foreseen');
    const live = this.live.map(([id]) => id).join();
    must(speeches.map(({ id }) => id).join() === live, 'the books agree on the speeches');
    must(this.#endsTold === (phase === 'ended' && live === '' ? 1 : 0), 'the end is told once, and last');
    must(this.#hangUps <= 1, 'the line is hung up once');
  }

  #checkMoves(): void {
    const { phase, outputPausedSince } = this.state;
    must(outputPausedSince === null || this.at - outputPausedSince <= HELD_MAX_MS, 'the agent is not held for ever');
    const goesOn = phase === 'open' || phase === 'ending';
    must(!goesOn || this.armed !== null || this.#mouthOwes(), 'somebody owes the next move');
  }

  /** The first speech plays and all its text is there, or it is being thrown away: the mouth will account for it. */
  #mouthOwes(): boolean {
    const [first] = this.live;
    return first !== undefined && (first[1].dropped || (first[1].started && first[1].ended));
  }

  #checkContext(): void {
    for (const [index, { role, content }] of this.state.messages.entries()) {
      must(role !== 'system' || index === 0, 'the system speaks first');
      must(role !== 'assistant' || this.#heardOfAgent.has(content), `only what was heard is remembered: ${content}`);
      if (role !== 'user') continue;
      must(this.state.messages[index + 1]?.role !== 'user', 'unanswered words are one message');
      for (const word of content.split(' '))
        must(this.#heardOfCaller.has(word) && !this.#discarded.has(word), `only counting words are asked: ${word}`);
    }
  }
}

/** An assertion for the many: cheaper by far than chai's. */
function must(holds: boolean, promise: string): void {
  if (!holds) throw new Error(`Broken: ${promise}`);
}
