import type { SoundChange } from '../../domain/audio/beep-detector.ts';
import type { ConversationEventBody, EndReason } from '../../domain/voice/conversation-events.ts';
import { CHARACTERS_PER_SECOND } from '../../domain/voice/played-text.ts';
import { consentOf } from '../../domain/voice/recording-consent-state.ts';
import type { Conversation, ConversationEffect, ConversationInput } from '../../domain/voice/state.ts';
import { isAwaitingTools } from '../../domain/voice/tool-state.ts';
import { Deferred } from '../deferred.ts';
import type { Clock } from '../ports/clock.ts';
import type { Random } from '../ports/random.ts';
import { CallKeys } from './call-keys.ts';
import { performEffect, type ChannelEffects, type EffectPerformers } from './conversation-effects.ts';
import { generationInputs, speechInputs, summaryInput, type InputBody } from './conversation-inputs.ts';
import { ConversationLoop } from './conversation-loop.ts';
import type { ConversationParts, ConversationResult } from './conversation-parts.ts';
import { ConversationTimers } from './conversation-timers.ts';
import { ConversationTools } from './conversation-tools.ts';
import { prefetchWords } from './generation.ts';
import { GenerationRunner } from './generation-runner.ts';
import { Observer } from './observer.ts';
import { SummaryWriter } from './summary-writer.ts';
import { TextCaller, type TranscriptionPace, type TextUtterance } from './text-caller.ts';
import { TextPlayout, type SpeechPace } from './text-playout.ts';

/** Dependencies of a conversation without audio. */
export interface TextConversationParts
  extends
    Pick<ConversationParts, 'callId' | 'settings' | 'origin' | 'model' | 'summaryModel' | 'tools' | 'keypad'>,
    Pick<ConversationParts, 'entry' | 'usage' | 'isGrounded' | 'switchLanguage' | 'useStage' | 'hasLeft'>,
    Pick<ConversationParts, 'doNotCall' | 'handovers'> {
  /** Learns of each event. */
  readonly channel: { sendEvent: ConversationParts['channel']['sendEvent'] };
  readonly pace: { readonly speech: Partial<SpeechPace>; readonly transcription: Partial<TranscriptionPace> };
}

interface TextConversationPorts {
  readonly clock: Clock;
  readonly random: Random;
}

const FIRST_AUDIO_MS = 200;
const TRANSCRIPTION_PACE: TranscriptionPace = { endpointingMs: 500, finalAfterMs: 200, partials: true };
/** Without vendors of its own, the stages of its latency have names all the same. */
const PROCESSORS = { stt: 'textSTT', llm: 'textLLM', tts: 'textTTS' };
const KEY_MS = 120;

function nothing(): void {
  // Nothing of it is heard.
}

/**
 * A conversation without audio: the policy, the model and the tools are those of a call, and speech in both directions takes
 * as long as its words. Under a virtual clock it takes no time. Holds no policy.
 */
export class TextConversation {
  readonly #parts: TextConversationParts;
  readonly #clock: Clock;
  readonly #epoch: number;
  readonly #observer: Observer;
  readonly #loop: ConversationLoop;
  readonly #timers: ConversationTimers;
  readonly #caller: TextCaller;
  readonly #playout: TextPlayout;
  readonly #generationRunner: GenerationRunner;
  readonly #summaries: SummaryWriter;
  readonly #keys: CallKeys;
  readonly #tools: ConversationTools;
  readonly #performers: EffectPerformers;
  readonly #ended = new Deferred<EndReason>();

  constructor(ports: TextConversationPorts, parts: TextConversationParts) {
    const { clock } = ports;
    const { pace, model } = parts;
    this.#parts = parts;
    this.#clock = clock;
    this.#epoch = clock.now().getTime() - clock.monotonic();
    const take = (input: InputBody): void => this.#step(input);
    const emit = (event: ConversationEventBody, at?: number): void => this.#emit(event, at);
    this.#loop = new ConversationLoop(parts, (input, effects) => this.#performAll(input, effects));
    const silent = { onEvent: (): void => undefined };
    this.#observer = new Observer({ ...parts, processors: PROCESSORS, monitor: silent }, this.#epoch);
    this.#timers = new ConversationTimers(ports, take);
    this.#caller = new TextCaller(clock, this.#epoch, { ...TRANSCRIPTION_PACE, ...pace.transcription }, take);
    const speechPace = { firstAudioMs: FIRST_AUDIO_MS, charactersPerSecond: CHARACTERS_PER_SECOND, ...pace.speech };
    this.#playout = new TextPlayout(clock, speechPace, speechInputs(take, emit));
    const firstChunk = (startedAt: number): void =>
      this.#emit({
        ...{ type: 'stage_first_output', stage: 'llm', processor: PROCESSORS.llm, model: model.model },
        started_at: this.#epoch + startedAt,
      });
    this.#generationRunner = new GenerationRunner(model, clock, { ...generationInputs(take), firstChunk });
    this.#summaries = new SummaryWriter(parts.summaryModel, clock, summaryInput(take));
    const tones = { send: (keys: string): Promise<boolean> => this.#send(keys) };
    this.#keys = new CallKeys({ ...parts, clock, tones }, take, emit);
    this.#tools = new ConversationTools({ ...parts, clock, tones: this.#keys }, take, () => this.state.consent);
    this.#performers = {
      ...{ agent: parts, line: this.#line(), take, emit, timers: this.#timers, speech: this.#playout },
      ...{ generations: this.#generationRunner, summaries: this.#summaries, tools: this.#tools },
    };
  }

  get state(): Conversation {
    return this.#loop.state;
  }

  /** Whether the agent will say more without a word of the caller: it plays, generates, or waits for a tool. */
  get isAgentBusy(): boolean {
    const { speeches, generation, tools, phase } = this.state;
    return phase === 'ending' || speeches.length > 0 || generation !== null || isAwaitingTools(tools);
  }

  /** Runs the conversation to its end. Rejects on an internal error. */
  async run(): Promise<Omit<ConversationResult, 'toolsEnded'>> {
    this.#step({ type: 'connected' });
    try {
      const reason = await this.#ended.promise;
      const consent = consentOf(this.state, this.#at());
      return { reason, consent, ...this.#observer.summary(), tokens: this.#generationRunner.tokens };
    } finally {
      this.#close();
    }
  }

  /** The caller says this. Resolves when the last word is over. */
  speak(utterance: TextUtterance): Promise<void> {
    return this.#caller.speak(utterance);
  }

  /** The caller types this. */
  type(text: string): void {
    this.#step({ type: 'textReceived', text });
  }

  /** The caller presses a key of the telephone. */
  press(key: string): void {
    this.#guard(() => this.#keys.press(key));
  }

  /** The line sounds otherwise than before: the beep of a mailbox, or silence. */
  sound(change: SoundChange): void {
    this.#step({ type: 'soundChanged', change });
  }

  /** Ends the conversation from outside: the caller left. */
  end(reason: EndReason): void {
    this.#step({ type: 'disconnected', reason: this.#parts.hasLeft?.() ? 'transferred' : reason });
  }

  #send(keys: string): Promise<boolean> {
    return new Promise((resolve) => void this.#clock.after(keys.length * KEY_MS, () => resolve(true)));
  }

  #step(event: InputBody): void {
    this.#guard(() => this.#loop.take({ ...event, at: this.#at() }));
  }

  /** An error ends this conversation only: `run` rejects with it. */
  #guard(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#ended.reject(error);
    }
  }

  #performAll(input: ConversationInput, effects: readonly ConversationEffect[]): void {
    for (const effect of effects) performEffect(effect, this.#performers);
    if (input.type === 'callerSpeechEnded') prefetchWords(this.#parts.model, this.state);
    this.#keys.agentSpeaks(this.state.speeches.length > 0);
  }

  /** Recording, probes and the line have no counterpart without audio. */
  #line(): ChannelEffects {
    return {
      pauseOutput: () => this.#playout.pause(),
      resumeOutput: () => this.#playout.resume(),
      mute: (on) => this.#caller.mute(on),
      endUtterance: () => this.#caller.endUtterance(),
      rearm: () => this.#caller.rearm(),
      ...{ probe: nothing, setRecording: nothing, mailboxAnswered: nothing, hangUp: nothing },
    };
  }

  #emit(event: ConversationEventBody, at = this.#at()): void {
    this.#observer.onEvent({ ...event, at });
    if (event.type === 'ended') this.#ended.resolve(event.reason);
  }

  #close(): void {
    this.#timers.close();
    this.#keys.close();
    this.#caller.close();
    this.#playout.close();
    this.#summaries.cancel();
    this.#generationRunner.close();
    void this.#tools.close();
    this.#loop.close();
  }

  /** Now, in milliseconds since the epoch. */
  readonly #at = (): number => this.#epoch + this.#clock.monotonic();
}
