import type { VoiceId } from '../../adapters/providers/local/voice-messages.ts';
import type { Resampling } from '../../application/ports/resampler.ts';
import type { SpoolEntry } from '../../application/ports/call-spool.ts';
import type { VoiceActivity } from '../../application/ports/voice-activity.ts';
import { NO_TOOL_SET } from '../../application/runtime/tool-runner.ts';
import type { ConversationParts } from '../../application/runtime/conversation-parts.ts';
import { ConversationSession } from '../../application/runtime/conversation-session.ts';
import { Ticker } from '../../application/runtime/ticker.ts';
import type { ConversationEvent, EndReason } from '../../domain/voice/conversation-events.ts';
import { END_CONVERSATION } from '../../domain/voice/conversation-context.ts';
import type { ConversationSettings } from '../../domain/voice/state.ts';
import { fakeClock } from '../../tests/support/fake-clock.ts';
import { Caller, type Remark } from './caller.ts';
import { ScriptedChannel, type Surroundings } from './channel.ts';
import { wordsOfLoop } from './conditions.ts';
import { TrueTranscription, type RecogniserTraits } from './recognisers.ts';
import { AGENT, type Script } from './scripts.ts';
import { scriptedModel, scriptedSynthesiser } from './scripted-agent.ts';
import type { PlacedWord, Voices } from './voices.ts';

/** How the platform takes turns. */
export interface Mode {
  readonly voiceActivity: VoiceActivity;
  /** What agents may choose instead of that, and beside it. */
  readonly processing?: Pick<ConversationParts, 'voiceActivity' | 'noiseSuppression'>;
  readonly settings?: Partial<ConversationSettings>;
}

export interface CallPlan {
  readonly script: Script;
  readonly voice: VoiceId;
  readonly recogniser: RecogniserTraits;
  readonly surroundings: Surroundings;
  readonly mode: Mode;
}

/** What happened in a call, and what was true. Times are monotonic milliseconds. */
export interface CallRecord {
  readonly remarks: readonly Remark[];
  readonly audible: readonly { readonly from: number; readonly to: number }[];
  readonly clears: readonly number[];
  readonly events: readonly ConversationEvent[];
  readonly words: number;
  readonly lostWords: number;
  readonly endedAt: number;
  readonly reason: EndReason;
}

export const IDLE_MS = 6_000;
const CALL_MAX_MS = 600_000;
/** Steps after which the end of the call is checked, in ms. */
const STEP_MS = 500;

const NO_SPOOL: SpoolEntry = {
  appendAudio: () => undefined,
  skipAudio: () => undefined,
  muteCaller: () => undefined,
  appendTranscript: () => undefined,
  appendToolCall: () => Promise.resolve(),
  appendAnswer: () => undefined,
  appendInputs: () => undefined,
  writeMetrics: () => undefined,
  finish: () => Promise.resolve(),
};

const SETTINGS: ConversationSettings = {
  systemPrompt: '',
  language: 'en',
  greeting: AGENT.greeting,
  interruptionMinWords: 0,
  ignoreUntilGreeted: false,
  idleMs: IDLE_MS,
  idlePrompt: { message: AGENT.idlePrompt, repeats: 3 },
  closingMessage: AGENT.closing,
  hold: null,
  tools: [END_CONVERSATION],
};

/** Runs one call of the production session in virtual time. */
export async function runCall(plan: CallPlan, voices: Voices, resampling: Resampling): Promise<CallRecord> {
  const clock = fakeClock();
  const caller = new Caller(plan.script, voices, plan.voice, plan.surroundings.seed);
  const channel = new ScriptedChannel(clock, caller, plan.surroundings, resampling);
  const { sound } = plan.surroundings;
  const others = (position: number): PlacedWord[] =>
    sound && plan.recogniser.isOmnivorous ? wordsOfLoop(sound, position) : [];
  const transcription = new TrueTranscription(plan.recogniser, clock, channel.inputRate, (position) => [
    ...caller.words,
    ...others(position),
  ]);
  const session = new ConversationSession(
    {
      ...{ clock, resampling, voiceActivity: plan.mode.voiceActivity, ticker: new Ticker(clock) },
      random: { pick: (items) => items[0]! },
    },
    {
      ...{ callId: 'bench', startedAt: 0, channel, settings: { ...SETTINGS, ...plan.mode.settings } },
      processors: { stt: 'STT', llm: 'LLM', tts: 'TTS' },
      openTranscription: (listener) => transcription.open(listener),
      synthesiser: scriptedSynthesiser(clock, voices),
      model: scriptedModel(clock),
      ...plan.mode.processing,
      ...{ entry: NO_SPOOL, tools: NO_TOOL_SET, isRecorded: true },
      monitor: { onEvent: () => undefined },
    },
  );
  const result = session.run();
  const hasEnded = (): boolean => channel.events.at(-1)?.type === 'ended';
  while (!hasEnded() && clock.monotonic() < CALL_MAX_MS) await clock.advanceAsync(STEP_MS);
  session.end('failed');
  const { reason } = await result;
  channel.close();
  const epoch = clock.now().getTime() - clock.monotonic();
  const events = channel.events.map((event) => ({ ...event, at: event.at - epoch }));
  return {
    ...{ remarks: caller.remarks, audible: channel.audible, clears: channel.clears },
    events,
    words: caller.words.length,
    lostWords: transcription.lostOf(caller.words),
    endedAt: events.at(-1)?.at ?? 0,
    reason,
  };
}
