import { reduceConversation, newConversation } from '../../domain/voice/conversation.ts';
import type { EndReason, ConversationEventBody } from '../../domain/voice/conversation-events.ts';
import { keypadEntry } from '../../domain/voice/messages.ts';
import {
  wordsOfTurn,
  type Conversation,
  type ConversationEffect,
  type ConversationTimer,
  type TextInputOptions,
  type ConversationInput,
} from '../../domain/voice/state.ts';
import type { Resampler } from '../ports/resampler.ts';
import type { ConversationParts, ConversationTools, HeldConversation } from './conversation-parts.ts';
import { Deferred } from './deferred.ts';
import { Ear } from './ear.ts';
import { Keypad } from './keypad.ts';
import { Mouth } from './mouth.ts';
import { Observer } from './observer.ts';
import { Playout } from './playout.ts';
import { Recorder } from './recorder.ts';
import { Thinker } from './thinker.ts';
import { Timers } from './timers.ts';

/** The last audio is on its way for this long after it was written; the line is kept open for it. In milliseconds. */
const WIRE_MS = 250;

/**
 * Holds one conversation from the first word to the last. It carries events from channel, vendors and timers to the
 * policy in `domain/voice`, and performs what the policy asks for. It decides nothing itself.
 */
export class HoldConversation {
  readonly #tools: ConversationTools;
  readonly #parts: ConversationParts;
  readonly #epoch: number;
  readonly #observer: Observer;
  readonly #recorder: Recorder;
  readonly #playout: Playout;
  readonly #mouth: Mouth;
  readonly #thinker: Thinker;
  readonly #keypad: Keypad;
  readonly #inbox: ConversationInput[] = [];
  readonly #timers: Timers<ConversationTimer | 'hold'>;
  readonly #toRecording: Resampler;
  readonly #ended = new Deferred<EndReason>();
  #ear: Ear | null = null;
  #state: Conversation;
  #busy = false;

  constructor(tools: ConversationTools, parts: ConversationParts) {
    const { clock, resampling } = tools;
    const { channel, entry, voice, model, startedAt } = parts;
    this.#tools = tools;
    this.#timers = new Timers(clock);
    this.#parts = parts;
    this.#epoch = clock.now().getTime() - clock.monotonic();
    this.#state = newConversation(parts.settings);
    this.#observer = new Observer(parts, this.#epoch + startedAt);
    this.#recorder = new Recorder(entry, channel.outputRate, startedAt);
    this.#playout = new Playout(channel, {
      play: (pcm, at) => this.#recorder.agent(pcm, at),
      cut: (at) => this.#recorder.cut(at),
    });
    const mouthParts = { voice, playout: this.#playout, clock, resampling, outputRate: channel.outputRate };
    this.#mouth = new Mouth(mouthParts, this.#mouthListener());
    this.#thinker = new Thinker(model, clock, this.#thinkerListener());
    this.#keypad = new Keypad(clock, (keys) => this.#typed(keypadEntry(keys)));
    this.#toRecording = resampling.open(channel.inputRate, channel.outputRate);
  }

  /** Runs the conversation to its end. Rejects when the transcription cannot be opened, or at a fault of ours. */
  async run(): Promise<HeldConversation> {
    const { channel } = this.#parts;
    const stopBeats = this.#tools.ticker.add((now) => this.#beat(now));
    try {
      this.#ear = await this.#openEar();
      channel.listen({
        audio: (pcm) => this.#guard(() => this.#ear?.hear(pcm, this.#now())),
        typed: (text, options) => this.#typed(text, options),
        pressed: (key) => this.#keypad.press(key),
        marked: (id) => this.#guard(() => this.#playout.marked(id, this.#now())),
        closed: () => this.end('caller_left'),
      });
      if (await channel.ready()) this.#take({ type: 'connected', at: this.#at() });
      else this.end('caller_left');
      return { reason: await this.#ended.promise, ...this.#observer.account(), tokens: this.#thinker.tokens };
    } finally {
      stopBeats();
      this.#close();
    }
  }

  /** Ends the conversation from outside: the caller is gone, or the process is about to be. */
  end(reason: EndReason): void {
    this.#take({ type: 'disconnected', reason, at: this.#at() });
  }

  async #openEar(): Promise<Ear> {
    const { channel, openTranscription, processors } = this.#parts;
    const transcription = await openTranscription({
      heard: (result) =>
        this.#take({ type: 'transcriptReceived', ...result, processor: processors.stt, at: this.#at() }),
      failed: ({ message, retryable }) =>
        this.#take({ type: 'transcriptionFailed', message, retryable, at: this.#at() }),
    });
    const detector = this.#tools.voiceActivity.open(channel.inputRate);
    return new Ear(
      { transcription, detector, inputRate: channel.inputRate },
      {
        frame: (pcm) => this.#recorder.caller(this.#toRecording.process(pcm), this.#now()),
        started: () => this.#take({ type: 'callerSpeechStarted', at: this.#at() }),
        paused: (on) => this.#take({ type: 'callerPaused', on, at: this.#at() }),
        stopped: (silentAt) => {
          this.#take({ type: 'callerSpeechEnded', silentAt: this.#epoch + silentAt, at: this.#at() });
          this.#parts.model.foresee?.(wordsOfTurn(this.#state.caller));
        },
      },
    );
  }

  #mouthListener(): ConstructorParameters<typeof Mouth>[1] {
    return {
      started: (speech) => this.#take({ type: 'speechStarted', speech, at: this.#at() }),
      saying: (speech, text, part) => this.#tell({ type: 'agent_text', audio: true, speech, part, text }),
      played: (piece) => this.#tell({ type: 'agent_text_played', ...piece }),
      spoken: (speech, playedText) => this.#take({ type: 'speechCompleted', speech, playedText, at: this.#at() }),
      failed: (speech, playedText, message) =>
        this.#take({ type: 'speechFailed', speech, playedText, message, at: this.#at() }),
      firstAudio: (startedAt) => this.#tellStage('tts', null, startedAt),
    };
  }

  #thinkerListener(): ConstructorParameters<typeof Thinker>[2] {
    return {
      thought: (generation, text) => this.#take({ type: 'generationText', generation, text, at: this.#at() }),
      toolCalled: (generation, call) => this.#take({ type: 'toolCalled', generation, call, at: this.#at() }),
      lookedUp: (generation, retrieval) =>
        this.#take({ type: 'retrievalReported', generation, retrieval, at: this.#at() }),
      done: (generation) => this.#take({ type: 'generationCompleted', generation, at: this.#at() }),
      failed: (generation, message) => this.#take({ type: 'generationFailed', generation, message, at: this.#at() }),
      firstThought: (startedAt) => this.#tellStage('llm', this.#parts.model.model, startedAt),
    };
  }

  #typed(text: string, options: TextInputOptions = {}): void {
    this.#take({ type: 'textReceived', text, ...options, at: this.#at() });
  }

  /** One event at a time, in order: what an effect causes is looked at after the step that caused it. */
  #take(event: ConversationInput): void {
    this.#inbox.push(event);
    if (this.#busy) return;
    this.#busy = true;
    this.#guard(() => {
      for (let next = this.#inbox.shift(); next; next = this.#inbox.shift()) {
        const { after, effects } = reduceConversation(this.#state, next);
        this.#state = after;
        for (const effect of effects) this.#perform(effect);
      }
    });
    this.#busy = false;
  }

  /** A fault ends this conversation and no other: it is handed to whoever runs it. */
  #guard(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#ended.reject(error);
    }
  }

  #perform(effect: ConversationEffect): void {
    switch (effect.do) {
      case 'say':
        return this.#mouth.say(effect.speech, effect.text);
      case 'endSpeech':
        return this.#mouth.end(effect.speech);
      case 'cancelSpeech':
        return this.#drop(effect.speech);
      case 'pauseOutput':
        return this.#playout.hold(this.#now());
      case 'resumeOutput':
        return this.#playout.resume(this.#now());
      case 'generate':
        return this.#thinker.ask({ id: effect.generation, messages: effect.messages, tools: effect.tools });
      case 'generatePreemptively':
        return this.#thinker.foresee({ id: effect.generation, messages: effect.messages, tools: effect.tools });
      case 'discardPreemptive':
        return this.#thinker.forget();
      case 'cancelGeneration':
        return this.#thinker.stop();
      case 'mute':
        return this.#ear?.mute(effect.on);
      case 'startTimer':
        return this.#startTimer(effect.timer, effect.ms);
      case 'cancelTimer':
        return this.#timers.cancel(effect.timer);
      case 'scheduleHoldMessage':
        return this.#startHold(effect.ms, effect.messages);
      case 'cancelHoldMessage':
        return this.#timers.cancel('hold');
      case 'emit':
        return this.#tell(effect.event, effect.at);
      case 'hangUp':
        return void this.#tools.clock.after(WIRE_MS, () => this.#parts.channel.close(effect.reason));
    }
  }

  #drop(speech: number): void {
    this.#take({ type: 'speechCancelled', speech, playedText: this.#mouth.drop(speech), at: this.#at() });
  }

  #startTimer(timer: ConversationTimer, ms: number): void {
    this.#timers.start(timer, ms, () => this.#take({ type: 'timerElapsed', timer, at: this.#at() }));
  }

  #startHold(ms: number, messages: readonly string[]): void {
    this.#timers.start('hold', ms, () =>
      this.#take({ type: 'holdMessageDue', message: this.#tools.random.pick(messages), at: this.#at() }),
    );
  }

  #tell(happening: ConversationEventBody, at = this.#at()): void {
    this.#observer.see({ ...happening, at });
    if (happening.type === 'ended') this.#ended.resolve(happening.reason);
  }

  #tellStage(stage: 'llm' | 'tts', model: string | null, startedAt: number): void {
    const processor = this.#parts.processors[stage];
    this.#tell({ type: 'stage', stage, processor, model, started_at: this.#epoch + startedAt });
  }

  #beat(now: number): void {
    this.#guard(() => {
      this.#playout.pump(now);
      this.#ear?.beat(now);
      this.#recorder.beat(now);
    });
  }

  #close(): void {
    this.#timers.close();
    this.#keypad.close();
    this.#thinker.close();
    this.#mouth.close();
    this.#ear?.close();
    // The line stays open a little longer; what still comes on it is heard by nobody.
    this.#ear = null;
    this.#toRecording.close();
    this.#recorder.finish(this.#now());
  }

  #now(): number {
    return this.#tools.clock.monotonic();
  }

  /** Now, in milliseconds since the epoch, by a clock that cannot step during the call. */
  #at(): number {
    return this.#epoch + this.#now();
  }
}
