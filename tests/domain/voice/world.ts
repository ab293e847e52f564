import { assert } from 'chai';
import { converse, newConversation } from '../../../domain/voice/conversation.ts';
import type { Conversation, ConversationSettings, Effect, Timer, VoiceEvent } from '../../../domain/voice/state.ts';

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
  /** What happened and what was done, for whoever must understand a failure. */
  readonly story: string[] = [];
  callerTalks = false;
  thinking: number | null = null;
  readonly closedThinkings: number[] = [];
  readonly speeches = new Map<number, SpeechInWorld>();
  armed: { timer: Timer; due: number } | null = null;
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
  take(event: VoiceEvent): void {
    this.steps += 1;
    this.at = event.at;
    const before = this.state;
    this.#note(event);
    const { after, effects } = converse(before, event);
    this.story.push(`${JSON.stringify(event)} => ${effects.map((effect) => JSON.stringify(effect)).join(' ')}`);
    for (const effect of effects) {
      if (before.phase === 'ended') assert.equal(effect.do, 'tell', 'after the end only accounts are told');
      this.#perform(effect, event.type === 'holdDue');
    }
    this.state = after;
    this.#check();
  }

  #note(event: VoiceEvent): void {
    if (event.type === 'timerElapsed' && this.armed?.timer === event.timer) this.armed = null;
    if (event.type === 'holdDue') this.holdArmed = false;
    if (event.type === 'speechStarted') this.#start(event.speech);
    if (event.type === 'thinkingDone' || event.type === 'thinkingFailed') this.#closeThinking(event.thinking);
    if (event.type === 'speechSpoken' || event.type === 'speechDropped' || event.type === 'speechFailed') {
      const speech = this.speeches.get(event.speech);
      if (speech && !speech.over && !speech.isHold) this.#heardOfAgent.add(event.heard.trim());
      if (speech) speech.over = true;
    }
    if (event.type === 'heard' || event.type === 'typed') this.#noteWords(event);
  }

  #noteWords(event: VoiceEvent & { type: 'heard' | 'typed' }): void {
    const isAudible = this.live.some(([, { started }]) => started);
    const words = event.text.split(' ').filter((word) => word !== '');
    const isTooShort = event.type === 'heard' && isAudible && words.length < this.state.settings.interruptionMinWords;
    for (const word of words) (isTooShort ? this.#discarded : this.#heardOfCaller).add(word);
  }

  #start(id: number): void {
    const speech = this.speeches.get(id);
    if (speech) speech.started = true;
  }

  #closeThinking(id: number): void {
    if (this.thinking !== id) return;
    this.closedThinkings.push(id);
    this.thinking = null;
  }

  // oxlint-disable-next-line complexity -- one case per effect
  #perform(effect: Effect, isHold: boolean): void {
    switch (effect.do) {
      case 'say':
        return this.#say(effect.speech, effect.text, isHold);
      case 'endSpeech':
        assert.isFalse(this.#open(effect.speech).ended, 'a speech ends once');
        this.#open(effect.speech).ended = true;
        return;
      case 'dropSpeech':
        assert.isFalse(this.#open(effect.speech).dropped, 'a speech is dropped once');
        this.#open(effect.speech).dropped = true;
        return;
      case 'holdSpeech':
      case 'resumeSpeech':
        assert.equal(this.#held, effect.do === 'resumeSpeech', 'hold and resume alternate');
        this.#held = effect.do === 'holdSpeech';
        return;
      case 'think':
        assert.isNull(this.thinking, 'one question at a time');
        assert.isEmpty(this.live, 'the model is asked when every speech is accounted for');
        assert.notInclude(this.closedThinkings, effect.thinking);
        this.thinking = effect.thinking;
        return;
      case 'stopThinking':
        assert.equal(effect.thinking, this.thinking ?? this.closedThinkings.at(-1), 'only what runs is stopped');
        return this.#closeThinking(effect.thinking);
      case 'mute':
        assert.notEqual(this.#muted, effect.on);
        this.#muted = effect.on;
        return;
      case 'startTimer':
        assert.isNull(this.armed, 'one wait at a time');
        assert.isAtLeast(effect.ms, 0);
        this.armed = { timer: effect.timer, due: this.at + effect.ms };
        return;
      case 'cancelTimer':
        assert.equal(this.armed?.timer, effect.timer, 'only a running wait is called off');
        this.armed = null;
        return;
      case 'startHold':
        assert.isNotNull(this.thinking);
        this.holdArmed = true;
        return;
      case 'cancelHold':
        this.holdArmed = false;
        return;
      case 'tell':
        if (effect.happening.type === 'ended') this.#endsTold += 1;
        return;
      case 'hangUp':
        this.#hangUps += 1;
    }
  }

  #say(id: number, text: string, isHold: boolean): void {
    const known = this.speeches.get(id);
    if (!known) {
      assert.isAbove(id, Math.max(0, ...this.speeches.keys()), 'a new speech has a new number');
      this.speeches.set(id, { said: [], isHold, ended: false, dropped: false, started: false, over: false });
    }
    const speech = this.#open(id);
    assert.isFalse(speech.ended || speech.dropped, 'nothing is said after the end of a speech');
    // Every thought of the tests carries the number of its question.
    for (const [, question] of text.matchAll(/question(\d+)/gu))
      assert.notInclude(this.closedThinkings.slice(0, -1), Number(question), 'nothing of an old answer is said');
    speech.said.push(text);
  }

  #open(id: number): SpeechInWorld {
    const speech = this.speeches.get(id);
    if (!speech || speech.over) throw new Error(`No speech ${id} is open`);
    return speech;
  }

  #check(): void {
    const { phase, armed, thinking, heldSince, speeches } = this.state;
    assert.equal(armed?.timer, this.armed?.timer, 'the books agree on the wait');
    assert.equal(thinking?.id ?? null, this.thinking, 'every question is answered, stopped or running');
    assert.deepEqual(
      speeches.map(({ id }) => id),
      this.live.map(([id]) => id),
      'the books agree on the speeches',
    );
    assert.equal(this.#endsTold, phase === 'ended' && speeches.length === 0 ? 1 : 0, 'the end is told once, last');
    assert.isAtMost(this.#hangUps, 1);
    if (heldSince !== null) assert.isAtMost(this.at - heldSince, HELD_MAX_MS, 'the agent is not held for ever');
    if (phase === 'open' || phase === 'ending')
      assert.isTrue(this.armed !== null || this.#mouthOwes(), 'somebody owes');
    this.#checkContext();
  }

  /** The first speech plays and all its text is there, or it is being thrown away: the mouth will account for it. */
  #mouthOwes(): boolean {
    const [first] = this.live;
    return first !== undefined && (first[1].dropped || (first[1].started && first[1].ended));
  }

  #checkContext(): void {
    for (const [index, { role, content }] of this.state.messages.entries()) {
      if (role === 'system') assert.equal(index, 0);
      if (role === 'assistant') assert.isTrue(this.#heardOfAgent.has(content), `unheard: ${content}`);
      if (role !== 'user') continue;
      assert.notEqual(this.state.messages[index + 1]?.role, 'user', 'unanswered words are one message');
      for (const word of content.split(' '))
        assert.isTrue(this.#heardOfCaller.has(word) && !this.#discarded.has(word), `not the caller's: ${word}`);
    }
  }
}
