import type { EndReason, ConversationEventBody } from '../../domain/voice/conversation-events.ts';
import { consentOf } from '../../domain/voice/recording-consent-state.ts';
import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import type { ConversationEffect, ConversationInput } from '../../domain/voice/state.ts';
import type { ConversationParts, ConversationPorts, ConversationResult } from './conversation-parts.ts';
import { Deferred } from '../deferred.ts';
import { CallerAudio } from './caller-audio.ts';
import { CallRecording } from './call-recording.ts';
import { ConversationTimers } from './conversation-timers.ts';
import { performEffect, type ChannelEffects, type EffectPerformers } from './conversation-effects.ts';
import { ConversationTools } from './conversation-tools.ts';
import { CallTones } from './call-tones.ts';
import { SpeechPlayer } from './speech-player.ts';
import { lineOf } from './end-reports.ts';
import { Observer } from './observer.ts';
import { Playout } from './playout.ts';
import { ConversationLoop } from './conversation-loop.ts';
import { generationInputs, speechInputs, summaryInput, type InputBody } from './conversation-inputs.ts';
import { prefetchWords } from './generation.ts';
import { GenerationRunner } from './generation-runner.ts';
import { SummaryWriter } from './summary-writer.ts';

/** Runs one conversation: passes inputs to the reducer in `domain/voice` and performs its effects. Holds no policy. */
export class ConversationSession {
  readonly #ports: ConversationPorts;
  readonly #parts: ConversationParts;
  readonly #epoch: number;
  readonly #observer: Observer;
  readonly #recording: CallRecording;
  readonly #playout: Playout;
  readonly #speechPlayer: SpeechPlayer;
  readonly #generationRunner: GenerationRunner;
  readonly #tools: ConversationTools;
  readonly #summaries: SummaryWriter;
  readonly #tones: CallTones;
  readonly #timers: ConversationTimers;
  readonly #performers: EffectPerformers;
  readonly #ended = new Deferred<EndReason>();
  readonly #loop: ConversationLoop;
  #callerAudio: CallerAudio | null = null;

  constructor(ports: ConversationPorts, parts: ConversationParts) {
    const { clock, resampling } = ports;
    const { channel, synthesiser, model, startedAt } = parts;
    this.#ports = ports;
    this.#parts = parts;
    this.#epoch = clock.now().getTime() - clock.monotonic();
    this.#loop = new ConversationLoop(parts, (input, effects) => this.#performAll(input, effects));
    this.#observer = new Observer(parts, this.#epoch + startedAt);
    this.#recording = new CallRecording(parts, resampling);
    this.#playout = new Playout(channel, this.#recording, parts.ambientSound);
    const [{ isPrivate }, { outputRate }] = [this.#recording, channel];
    const take = (input: InputBody): void => this.#step(input);
    this.#timers = new ConversationTimers(ports, take);
    const emit = (event: ConversationEventBody, at?: number): void => this.#emit(event, at);
    const playerParts = { synthesiser, playout: this.#playout, clock, resampling, outputRate, isPrivate };
    this.#speechPlayer = new SpeechPlayer(playerParts, {
      ...speechInputs(take, emit),
      firstAudio: (from) => this.#emitFirstOutput('tts', null, from),
    });
    this.#generationRunner = new GenerationRunner(model, clock, {
      ...generationInputs(take),
      firstChunk: (from) => this.#emitFirstOutput('llm', model.model, from),
    });
    this.#summaries = new SummaryWriter(parts.summaryModel, clock, summaryInput(take));
    this.#tones = new CallTones({ ...parts, clock, playout: this.#playout, outputRate }, take, emit);
    const toolParts = { ...parts, clock, tones: this.#tones, recording: this.#recording };
    this.#tools = new ConversationTools(toolParts, take, () => this.#loop.state.consent);
    this.#performers = {
      ...{ agent: parts, line: this.#line(), take, emit, timers: this.#timers, speech: this.#speechPlayer },
      ...{ generations: this.#generationRunner, summaries: this.#summaries, tools: this.#tools },
    };
  }

  /** Runs the conversation to its end. Rejects when the transcription cannot be opened, or on an internal error. */
  async run(): Promise<ConversationResult> {
    const { channel } = this.#parts;
    const stopTicks = this.#ports.ticker.add((now) => this.#tick(now));
    try {
      this.#callerAudio = await this.#openCallerAudio();
      channel.listen({
        audio: (pcm) => this.#guard(() => this.#callerAudio?.push(this.#tones.withoutTones(pcm), this.#now())),
        text: (text, options) => this.#step({ type: 'textReceived', text, ...options }),
        dtmf: (key) => this.#guard(() => this.#tones.press(key)),
        markPlayed: (id) => this.#guard(() => this.#playout.onMarkPlayed(id, this.#now())),
        closed: () => this.end('caller_left'),
      });
      if (await channel.ready()) this.#step({ type: 'connected' });
      else this.end('caller_left');
      const reason = await this.#ended.promise;
      if (reason === 'shutdown') this.hurry();
      const toolsEnded = this.#tools.close();
      const consent = consentOf(this.#loop.state, this.#at());
      return { reason, consent, ...this.#observer.summary(), tokens: this.#generationRunner.tokens, toolsEnded };
    } finally {
      stopTicks();
      this.#close();
    }
  }

  /** The process drains: once the conversation has ended, its tools are not waited for as long as they may take. */
  readonly hurry = (): void => this.#tools.hurry();

  /** Ends the conversation from outside, for example because the caller left or the process shuts down. */
  end(reason: EndReason): void {
    this.#step({ type: 'disconnected', reason: this.#parts.hasLeft?.() ? 'transferred' : reason });
  }

  /** The carrier detected a machine. `greetingEnded`: and the end of its greeting. */
  readonly reportMachine = (greetingEnded: boolean): void => this.#step({ type: 'machineReported', greetingEnded });

  async #openCallerAudio(): Promise<CallerAudio> {
    const { openTranscription, processors, settings } = this.#parts;
    const findsBeeps = (settings.voicemail?.message ?? '') !== '';
    const transcription = await openTranscription({
      transcript: ({ words, ...result }) => {
        if (words) this.#recording.addWords({ ...result, words: this.#callerAudio?.asReceived(words) ?? words });
        this.#step({ type: 'transcriptReceived', ...result, processor: processors.stt });
      },
      failed: ({ message, retryable }) => this.#step({ type: 'transcriptionFailed', message, retryable }),
    });
    return new CallerAudio(
      { ...this.#ports, ...this.#parts, transcription, playedLevels: this.#playout.levels, findsBeeps },
      {
        frame: (pcm) => this.#recording.caller(pcm, this.#now()),
        speechStarted: (facts) => this.#step({ type: 'callerSpeechStarted', ...facts }),
        levelChanged: (facts) => {
          const level = { ...facts, fadedSince: facts.fadedSince && this.#epoch + facts.fadedSince };
          this.#step({ type: 'callerLevelChanged', level });
        },
        paused: (on) => this.#step({ type: 'callerPaused', on }),
        speechEnded: (silentAt) => {
          this.#step({ type: 'callerSpeechEnded', silentAt: this.#epoch + silentAt });
          prefetchWords(this.#parts.model, this.#loop.state);
        },
        soundChanged: (change) => this.#step({ type: 'soundChanged', change }),
      },
    );
  }

  #step(event: InputBody): void {
    this.#guard(() => this.#loop.take({ ...event, at: this.#at() }));
  }

  #performAll(input: ConversationInput, effects: readonly ConversationEffect[]): void {
    const { speeches } = this.#loop.state;
    if (input.type === 'transcriptReceived') this.#callerAudio?.addWords(input);
    for (const effect of effects) performEffect(effect, this.#performers);
    this.#tones.agentSpeaks(speeches.length > 0);
  }

  /** An error ends this conversation only: `run` rejects with it. */
  #guard(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#ended.reject(error);
    }
  }

  #line(): ChannelEffects {
    return {
      pauseOutput: () => (this.#tones.isSending ? undefined : this.#playout.pause(this.#now())),
      resumeOutput: () => this.#playout.resume(this.#now()),
      mute: (on) => this.#callerAudio?.mute(on),
      endUtterance: () => this.#callerAudio?.endUtterance(),
      rearm: () => this.#callerAudio?.rearm(),
      probe: () => this.#callerAudio?.probe(),
      setRecording: (effect) => this.#recording.set(effect, this.#now()),
      mailboxAnswered: () => this.#parts.endReports?.mailboxAnswered(),
      hangUp: (reason) =>
        void this.#ports.clock.after(TIMEOUTS_MS.channel_close, () => lineOf(this.#parts).close(reason)),
    };
  }

  #emit(happening: ConversationEventBody, at = this.#at()): void {
    this.#observer.onEvent({ ...happening, at });
    if (happening.type === 'turn_ended') this.#recording.endTurn();
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
      this.#recording.tick(now);
    });
  }

  #close(): void {
    this.#timers.close();
    this.#tones.close();
    this.#summaries.cancel();
    this.#generationRunner.close();
    void this.#tools.close();
    this.#speechPlayer.close();
    this.#callerAudio?.close();
    // The channel closes a little later. Audio that still arrives is ignored.
    this.#callerAudio = null;
    this.#recording.close(this.#now());
    this.#loop.close();
  }

  readonly #now = (): number => this.#ports.clock.monotonic();
  /** Now, in milliseconds since the epoch, by a clock that never steps during the call. */
  readonly #at = (): number => this.#epoch + this.#now();
}
