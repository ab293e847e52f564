import { reduceConversation, newConversation } from '../../domain/voice/conversation.ts';
import type { EndReason, ConversationEventBody } from '../../domain/voice/conversation-events.ts';
import { keypadEntry } from '../../domain/voice/conversation-context.ts';
import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import {
  wordsOfTurn,
  type Conversation,
  type ConversationEffect,
  type ConversationTimer,
  type TextInputOptions,
  type ConversationInput,
} from '../../domain/voice/state.ts';
import type { Resampler } from '../ports/resampler.ts';
import type { ConversationParts, ConversationPorts, ConversationResult } from './conversation-parts.ts';
import { Deferred } from '../deferred.ts';
import { CallerAudio } from './caller-audio.ts';
import { Keypad } from './keypad.ts';
import { SpeechPlayer } from './speech-player.ts';
import { Observer } from './observer.ts';
import { Playout } from './playout.ts';
import { Recorder } from './recorder.ts';
import { GenerationRunner } from './generation-runner.ts';
import { Timers } from './timers.ts';

/** Runs one conversation: passes inputs to the reducer in `domain/voice` and performs its effects. Holds no policy. */
export class ConversationSession {
  readonly #ports: ConversationPorts;
  readonly #parts: ConversationParts;
  readonly #epoch: number;
  readonly #observer: Observer;
  readonly #recorder: Recorder;
  readonly #playout: Playout;
  readonly #speechPlayer: SpeechPlayer;
  readonly #generationRunner: GenerationRunner;
  readonly #keypad: Keypad;
  readonly #inbox: ConversationInput[] = [];
  readonly #timers: Timers<ConversationTimer | 'hold'>;
  readonly #toRecording: Resampler;
  readonly #ended = new Deferred<EndReason>();
  #callerAudio: CallerAudio | null = null;
  #state: Conversation;
  #isStepping = false;

  constructor(ports: ConversationPorts, parts: ConversationParts) {
    const { clock, resampling } = ports;
    const { channel, entry, synthesiser, model, startedAt } = parts;
    this.#ports = ports;
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
    const playerParts = { synthesiser, playout: this.#playout, clock, resampling, outputRate: channel.outputRate };
    this.#speechPlayer = new SpeechPlayer(playerParts, this.#playerListener());
    this.#generationRunner = new GenerationRunner(model, clock, this.#generationListener());
    this.#keypad = new Keypad(clock, (keys) => this.#receiveText(keypadEntry(keys)));
    this.#toRecording = resampling.open(channel.inputRate, channel.outputRate);
  }

  /** Runs the conversation to its end. Rejects when the transcription cannot be opened, or on an internal error. */
  async run(): Promise<ConversationResult> {
    const { channel } = this.#parts;
    const stopTicks = this.#ports.ticker.add((now) => this.#tick(now));
    try {
      this.#callerAudio = await this.#openCallerAudio();
      channel.listen({
        audio: (pcm) => this.#guard(() => this.#callerAudio?.push(pcm, this.#now())),
        text: (text, options) => this.#receiveText(text, options),
        dtmf: (key) => this.#keypad.press(key),
        markPlayed: (id) => this.#guard(() => this.#playout.onMarkPlayed(id, this.#now())),
        closed: () => this.end('caller_left'),
      });
      if (await channel.ready()) this.#step({ type: 'connected', at: this.#at() });
      else this.end('caller_left');
      return { reason: await this.#ended.promise, ...this.#observer.summary(), tokens: this.#generationRunner.tokens };
    } finally {
      stopTicks();
      this.#close();
    }
  }

  /** Ends the conversation from outside, for example because the caller left or the process shuts down. */
  end(reason: EndReason): void {
    this.#step({ type: 'disconnected', reason, at: this.#at() });
  }

  async #openCallerAudio(): Promise<CallerAudio> {
    const { channel, openTranscription, processors } = this.#parts;
    const transcription = await openTranscription({
      transcript: (result) =>
        this.#step({ type: 'transcriptReceived', ...result, processor: processors.stt, at: this.#at() }),
      failed: ({ message, retryable }) =>
        this.#step({ type: 'transcriptionFailed', message, retryable, at: this.#at() }),
    });
    return new CallerAudio(
      { transcription, detector: this.#ports.voiceActivity.open(channel.inputRate), inputRate: channel.inputRate },
      {
        frame: (pcm) => this.#recorder.caller(this.#toRecording.process(pcm), this.#now()),
        speechStarted: (facts) => this.#step({ type: 'callerSpeechStarted', ...facts, at: this.#at() }),
        paused: (on) => this.#step({ type: 'callerPaused', on, at: this.#at() }),
        speechEnded: (silentAt) => {
          this.#step({ type: 'callerSpeechEnded', silentAt: this.#epoch + silentAt, at: this.#at() });
          this.#parts.model.prefetch?.(wordsOfTurn(this.#state.caller));
        },
      },
    );
  }

  #playerListener(): ConstructorParameters<typeof SpeechPlayer>[1] {
    return {
      started: (speech) => this.#step({ type: 'speechStarted', speech, at: this.#at() }),
      segmentSent: (speech, text, part) => this.#emit({ type: 'agent_speech_text', audio: true, speech, part, text }),
      segmentPlayed: (segment) => this.#emit({ type: 'agent_speech_text_played', ...segment }),
      completed: (speech, playedText) => this.#step({ type: 'speechCompleted', speech, playedText, at: this.#at() }),
      failed: (speech, playedText, message) =>
        this.#step({ type: 'speechFailed', speech, playedText, message, at: this.#at() }),
      firstAudio: (startedAt) => this.#emitFirstOutput('tts', null, startedAt),
    };
  }

  #generationListener(): ConstructorParameters<typeof GenerationRunner>[2] {
    return {
      text: (generation, text) => this.#step({ type: 'generationText', generation, text, at: this.#at() }),
      toolCalled: (generation, call) => this.#step({ type: 'toolCalled', generation, call, at: this.#at() }),
      retrieved: (generation, retrieval) =>
        this.#step({ type: 'retrievalReported', generation, retrieval, at: this.#at() }),
      done: (generation) => this.#step({ type: 'generationCompleted', generation, at: this.#at() }),
      failed: (generation, message) => this.#step({ type: 'generationFailed', generation, message, at: this.#at() }),
      firstChunk: (startedAt) => this.#emitFirstOutput('llm', this.#parts.model.model, startedAt),
    };
  }

  #receiveText(text: string, options: TextInputOptions = {}): void {
    this.#step({ type: 'textReceived', text, ...options, at: this.#at() });
  }

  /** Handles one input at a time, in order. Inputs that an effect causes wait until the current step is complete. */
  #step(event: ConversationInput): void {
    this.#inbox.push(event);
    if (this.#isStepping) return;
    this.#isStepping = true;
    this.#guard(() => {
      for (let next = this.#inbox.shift(); next; next = this.#inbox.shift()) {
        const { after, effects } = reduceConversation(this.#state, next);
        this.#state = after;
        for (const effect of effects) this.#perform(effect);
      }
    });
    this.#isStepping = false;
  }

  /** An error ends this conversation only: `run` rejects with it. */
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
        return this.#speechPlayer.say(effect.speech, effect.text);
      case 'endSpeech':
        return this.#speechPlayer.end(effect.speech);
      case 'cancelSpeech':
        return this.#cancelSpeech(effect.speech);
      case 'pauseOutput':
        return this.#playout.pause(this.#now());
      case 'resumeOutput':
        return this.#playout.resume(this.#now());
      case 'generate':
        return this.#generationRunner.start(effect);
      case 'generatePreemptively':
        return this.#generationRunner.startPreemptive(effect);
      case 'discardPreemptive':
        return this.#generationRunner.discardPreemptive();
      case 'cancelGeneration':
        return this.#generationRunner.cancel();
      case 'mute':
        return this.#callerAudio?.mute(effect.on);
      case 'startTimer':
        return this.#startTimer(effect.timer, effect.ms);
      case 'cancelTimer':
        return this.#timers.cancel(effect.timer);
      case 'scheduleHoldMessage':
        return this.#scheduleHoldMessage(effect.ms, effect.messages);
      case 'cancelHoldMessage':
        return this.#timers.cancel('hold');
      case 'emit':
        return this.#emit(effect.event, effect.at);
      case 'hangUp':
        return void this.#ports.clock.after(TIMEOUTS_MS.channel_close, () => this.#parts.channel.close(effect.reason));
      default:
        return this.#callerAudio?.[effect.do]();
    }
  }

  #cancelSpeech(speech: number): void {
    this.#step({ type: 'speechCancelled', speech, playedText: this.#speechPlayer.cancel(speech), at: this.#at() });
  }

  #startTimer(timer: ConversationTimer, ms: number): void {
    this.#timers.start(timer, ms, () => this.#step({ type: 'timerElapsed', timer, at: this.#at() }));
  }

  #scheduleHoldMessage(ms: number, messages: readonly string[]): void {
    this.#timers.start('hold', ms, () =>
      this.#step({ type: 'holdMessageDue', message: this.#ports.random.pick(messages), at: this.#at() }),
    );
  }

  #emit(happening: ConversationEventBody, at = this.#at()): void {
    this.#observer.onEvent({ ...happening, at });
    if (happening.type === 'ended') this.#ended.resolve(happening.reason);
  }

  #emitFirstOutput(stage: 'llm' | 'tts', model: string | null, startedAt: number): void {
    const processor = this.#parts.processors[stage];
    this.#emit({ type: 'stage_first_output', stage, processor, model, started_at: this.#epoch + startedAt });
  }

  #tick(now: number): void {
    this.#guard(() => {
      this.#playout.pump(now);
      this.#callerAudio?.tick(now);
      this.#recorder.tick(now);
    });
  }

  #close(): void {
    this.#timers.close();
    this.#keypad.close();
    this.#generationRunner.close();
    this.#speechPlayer.close();
    this.#callerAudio?.close();
    // The channel closes a little later. Audio that still arrives is ignored.
    this.#callerAudio = null;
    this.#toRecording.close();
    this.#recorder.finish(this.#now());
  }

  #now(): number {
    return this.#ports.clock.monotonic();
  }

  /** Now, in milliseconds since the epoch, by a clock that never steps during the call. */
  #at(): number {
    return this.#epoch + this.#now();
  }
}
