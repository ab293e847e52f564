import { reduceConversation, newConversation } from '../../../domain/voice/conversation.ts';
import {
  isSpeaking,
  type Conversation,
  type ConversationSettings,
  type ConversationEffect,
  type ConversationTimer,
  type ConversationInput,
} from '../../../domain/voice/state.ts';
import { CallerWords, checkContext } from './caller-words.ts';
import { RecordingChecker } from './recording-checker.ts';
import { PauseBound } from './pause-bound.ts';
import { must, ToolChecker } from './tool-checker.ts';

interface CheckedSpeech {
  readonly texts: string[];
  readonly isHoldMessage: boolean;
  ended: boolean;
  cancelled: boolean;
  started: boolean;
  over: boolean;
}

/**
 * Simulates the runtime of a conversation: performs the effects, tracks generations, speeches and timers, and throws at
 * the first effect or state that is inconsistent. The test chooses the inputs.
 */
export class EffectChecker {
  at = 0;
  steps = 0;
  callerTalks = false;
  /** Inputs and effects so far, for the message of a failure. */
  readonly history: [ConversationInput, ConversationEffect[]][] = [];
  generation: number | null = null;
  /** Id of the preemptive generation. */
  preemptive: number | null = null;
  readonly closedGenerations: number[] = [];
  readonly speeches = new Map<number, CheckedSpeech>();
  readonly tools: ToolChecker;
  armed: { timer: ConversationTimer; due: number } | null = null;
  isHoldMessageScheduled = false;
  state: Conversation;
  #isPaused = false;
  #muted = false;
  #hangUps = 0;
  readonly #pauses = new PauseBound();
  #endedEvents = 0;
  readonly #recording = new RecordingChecker();
  readonly #playedTexts = new Set<string>();
  readonly #callerWords = new CallerWords();

  /** `acting`: the tools with side effects. */
  constructor(settings: ConversationSettings, acting?: ReadonlySet<string>) {
    this.tools = new ToolChecker(settings, acting);
    this.state = newConversation(settings);
  }

  /** Speeches whose end is not reported yet, oldest first. */
  get live(): [number, CheckedSpeech][] {
    return [...this.speeches].filter(([, { over }]) => !over);
  }

  /** Feeds an input and checks effects and state. */
  take(event: ConversationInput): void {
    this.steps += 1;
    this.at = event.at;
    const before = this.state;
    this.#recordInput(event);
    const { after, effects } = reduceConversation(before, event);
    this.history.push([event, effects]);
    for (const effect of effects) {
      must(before.phase !== 'ended' || effect.do === 'emit', 'after the end only events are emitted');
      this.#perform(effect, event.type === 'holdMessageDue');
    }
    this.state = after;
    this.#checkState();
    this.#checkProgress();
    if (after.messages === before.messages) return;
    this.tools.checkMessages(after.messages);
    checkContext(after.messages, this.#playedTexts, this.#callerWords);
  }

  #recordInput(event: ConversationInput): void {
    switch (event.type) {
      case 'timerElapsed':
        if (this.armed?.timer === event.timer) this.armed = null;
        return;
      case 'holdMessageDue':
        this.isHoldMessageScheduled = false;
        return;
      case 'toolAnswered':
        return this.tools.answer(event.run, event.content, event.outcome);
      case 'generationCompleted':
      case 'generationFailed':
        return this.#closeGeneration(event.generation);
      case 'speechStarted':
        return this.#change(event.speech, (speech) => (speech.started = true));
      case 'speechCompleted':
      case 'speechCancelled':
        return this.#change(event.speech, (speech) => this.#recordEnd(speech, event.playedText));
      case 'speechFailed':
        // A failed speech needs no `endSpeech`.
        this.#change(event.speech, (speech) => (speech.ended = true));
        return this.#change(event.speech, (speech) => this.#recordEnd(speech, event.playedText));
      case 'transcriptReceived':
      case 'textReceived':
        return this.#callerWords.take(
          event,
          this.state,
          this.live.some(([, { started }]) => started),
        );
      default:
    }
  }

  #change(id: number, how: (speech: CheckedSpeech) => void): void {
    const speech = this.speeches.get(id);
    if (speech) how(speech);
  }

  #recordEnd(speech: CheckedSpeech, playedText: string): void {
    if (!speech.over && !speech.isHoldMessage) this.#playedTexts.add(playedText.trim());
    speech.over = true;
  }

  #closeGeneration(id: number): void {
    if (this.generation !== id) return;
    this.closedGenerations.push(id);
    this.generation = null;
  }

  #perform(effect: ConversationEffect, isHoldMessage: boolean): void {
    switch (effect.do) {
      case 'say':
        return this.#say(effect.speech, effect.text, isHoldMessage);
      case 'endSpeech':
        must(!this.#open(effect.speech).ended, 'a speech ends once');
        return this.#change(effect.speech, (speech) => (speech.ended = true));
      case 'cancelSpeech':
        must(!this.#open(effect.speech).cancelled, 'a speech is cancelled once');
        return this.#change(effect.speech, (speech) => (speech.cancelled = true));
      case 'pauseOutput':
      case 'resumeOutput':
        must(this.#isPaused === (effect.do === 'resumeOutput'), 'pause and resume alternate');
        return void (this.#isPaused = effect.do === 'pauseOutput');
      case 'generate':
        this.tools.ask(effect.messages);
        return this.#generate(effect.generation);
      case 'runTool':
        return this.tools.run(effect.run, effect.call);
      case 'cancelTool':
        return this.tools.cancel(effect.run);
      case 'generatePreemptively':
        must(this.preemptive === null && this.generation === null, 'at most one preemptive generation runs');
        must(!this.closedGenerations.includes(effect.generation), 'a preemptive generation has a new id');
        this.preemptive = effect.generation;
        return;
      case 'discardPreemptive':
        must(this.preemptive === effect.generation, 'only the running preemptive generation is discarded');
        this.preemptive = null;
        return;
      case 'cancelGeneration':
        must(effect.generation === (this.generation ?? this.closedGenerations.at(-1)), 'only a running one ends');
        return this.#closeGeneration(effect.generation);
      case 'mute':
        must(this.#muted !== effect.on, 'mute and unmute alternate');
        return void (this.#muted = effect.on);
      case 'setRecording':
        return this.#recording.set(effect, this.speeches.values());
      case 'startTimer':
        must(this.armed === null && effect.ms >= 0, 'one timer at a time, in the future');
        this.armed = { timer: effect.timer, due: this.at + effect.ms };
        return;
      case 'cancelTimer':
        must(this.armed?.timer === effect.timer, 'only the armed timer is cancelled');
        this.armed = null;
        return;
      case 'scheduleHoldMessage':
      case 'cancelHoldMessage':
        return this.#holdMessage(effect.do === 'scheduleHoldMessage');
      case 'emit':
        return void (this.#endedEvents += effect.event.type === 'ended' ? 1 : 0);
      case 'switchLanguage':
      case 'endUtterance':
        return must(this.state.caller.status !== 'none', 'only in the caller’s turn');
      case 'rearm':
      case 'probe':
        return must(isSpeaking(this.state.caller), 'only during the caller’s speech');
      case 'changeAgent':
      case 'discardAgent':
      case 'reportVoicemail':
        return must(this.#hangUps === 0, 'this happens before the call is hung up');
      case 'hangUp':
        this.#hangUps += 1;
        return;
      default:
      // Summaries, see SummaryChecker.
    }
  }

  #holdMessage(isScheduled: boolean): void {
    const isAwaited = this.generation !== null || this.tools.running.length > 0;
    must(!isScheduled || isAwaited, 'a hold message needs a generation or a tool');
    this.isHoldMessageScheduled = isScheduled;
  }

  #say(id: number, text: string, isHoldMessage: boolean): void {
    if (!this.speeches.has(id)) {
      must(id > Math.max(0, ...this.speeches.keys()), 'a new speech has a new id');
      this.speeches.set(id, { texts: [], isHoldMessage, ended: false, cancelled: false, started: false, over: false });
    }
    const speech = this.#open(id);
    must(!speech.ended && !speech.cancelled, 'no text follows the end of a speech');
    // Every generated text carries the id of its generation. The last generation may just have ended.
    for (const [, question] of text.matchAll(/question(\d+)/gu))
      must(!this.closedGenerations.slice(0, -1).includes(Number(question)), 'no text of an older generation is spoken');
    speech.texts.push(text);
  }

  #generate(id: number): void {
    must(this.generation === null, 'one generation at a time');
    must(this.live.length === 0, 'a generation starts when every speech has ended');
    must(!this.closedGenerations.includes(id), 'a new generation has a new id');
    must(this.preemptive === null || this.preemptive === id, 'a preemptive generation is adopted or discarded');
    this.preemptive = null;
    this.generation = id;
  }

  #open(id: number): CheckedSpeech {
    const speech = this.speeches.get(id);
    if (!speech || speech.over) throw new Error(`Broken: no speech ${id} is open`);
    return speech;
  }

  #checkState(): void {
    const { phase, armed, generation, speeches } = this.state;
    must(armed?.timer === this.armed?.timer, 'both agree on the timer');
    must((generation?.id ?? null) === this.generation, 'both agree on the generation');
    must((this.state.preemptive?.id ?? null) === this.preemptive, 'both agree on the preemptive generation');
    const live = this.live.map(([id]) => id).join();
    must(speeches.map(({ id }) => id).join() === live, 'both agree on the speeches');
    must(this.#endedEvents === (phase === 'ended' && live === '' ? 1 : 0), 'ended is emitted once, and last');
    must(this.#hangUps <= 1, 'the call is hung up once');
  }

  #checkProgress(): void {
    const { phase } = this.state;
    if (phase !== 'ended') this.tools.checkAnswers(this.state);
    must(this.#pauses.isKept(this.state, this.at), 'the pause is bounded');
    must(
      (phase !== 'open' && phase !== 'ending') || this.armed !== null || this.#willPlayerReport(),
      'a timer or the player is awaited',
    );
  }

  /** Whether the speech player will report the end of the first speech: it plays with its whole text, or was cancelled. */
  #willPlayerReport(): boolean {
    const [first] = this.live;
    return first !== undefined && (first[1].cancelled || (first[1].started && first[1].ended));
  }
}
