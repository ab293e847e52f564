import type { LanguageModel } from '../../../application/ports/language-model.ts';
import type { SpeechSynthesiser } from '../../../application/ports/text-to-speech.ts';
import type { Resampling } from '../../../application/ports/resampler.ts';
import type { Clock } from '../../../application/ports/clock.ts';
import { NO_TOOL_SET, type ToolSet } from '../../../application/runtime/tool-runner.ts';
import { ConversationSession } from '../../../application/runtime/conversation-session.ts';
import type { ConversationResult } from '../../../application/runtime/conversation-parts.ts';
import type { OpenTranscription } from '../../../application/runtime/failover-transcription.ts';
import { Ticker } from '../../../application/runtime/ticker.ts';
import type { AgentKeypad } from '../../../domain/agents/keypad.ts';
import type { CallRedaction } from '../../../domain/calls/redact.ts';
import type { ConversationEventBody } from '../../../domain/voice/conversation-events.ts';
import type { ConversationSettings } from '../../../domain/voice/state.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { FakeChannel, fakeResampling, fakeVoiceActivity } from './fake-channel.ts';
import {
  ScriptedModel,
  ScriptedTranscription,
  ScriptedSynthesiser,
  type Delivery,
  type ScriptedAnswer,
  type ScriptedUtterance,
} from './fake-vendors.ts';
import { KeptCall } from './memory-spool.ts';
import { tracedCalls } from '../../../adapters/opentelemetry/calls.ts';

interface Script {
  readonly settings?: Partial<ConversationSettings>;
  readonly utterances?: readonly ScriptedUtterance[];
  readonly answers?: readonly ScriptedAnswer[];
  readonly deliveries?: Delivery[];
  /** Speaks instead of the scripted voice. */
  readonly synthesiser?: SpeechSynthesiser;
  /** Thinks instead of the scripted model. */
  readonly languageModel?: LanguageModel;
  readonly outputRate?: number;
  /** Transcribes instead of the scripted transcription. */
  readonly openTranscription?: OpenTranscription;
  readonly tools?: (clock: Clock) => ToolSet;
  readonly keypad?: AgentKeypad;
  readonly redaction?: CallRedaction;
}

/** A conversation with scripted vendors under a clock of its own, on a channel that is open but silent. */
export function scriptedCall(
  { settings, utterances, answers, deliveries, outputRate = 16_000, ...script }: Script,
  clock = fakeClock(),
  ticker = new Ticker(clock),
) {
  const channel = new FakeChannel(clock, { outputRate });
  const transcription = new ScriptedTranscription(clock, utterances ?? []);
  const voice = new ScriptedSynthesiser(clock, { deliveries });
  const model = new ScriptedModel(clock, answers);
  const spooled = { call_id: 'c1', org_id: 'o1', agent_id: 'a1', started_at: '', sampleRate: outputRate };
  const entry = new KeptCall(spooled, clock);
  const random = { pick: <T>(items: readonly T[]): T => items[0] as T };
  let resamplers = 0;
  const resampling: Resampling = {
    open: (from, to) => {
      resamplers += 1;
      return { ...fakeResampling.open(from, to), close: () => void (resamplers -= 1) };
    },
  };
  const world = { clock, random, resampling, voiceActivity: fakeVoiceActivity };
  const conversation = new ConversationSession(
    { ...world, ticker },
    {
      callId: 'c1',
      settings: {
        ...{
          language: 'en',
          systemPrompt: '',
          greeting: 'Hello there.',
          interruptionMinWords: 0,
          ignoreUntilGreeted: false,
        },
        ...{ idleMs: 0, idlePrompt: null, closingMessage: '', hold: null, tools: [] },
        ...settings,
      },
      processors: { stt: 'testSTT', llm: 'testLLM', tts: 'testTTS' },
      startedAt: clock.monotonic(),
      ...recordingOf(settings, script.redaction),
      openTranscription: script.openTranscription ?? ((listener) => transcription.open(listener)),
      ...{
        channel,
        ...vendorsOf(script, voice, model),
        entry,
        monitor: tracedCalls.begin('web'),
        tools: script.tools?.(clock) ?? NO_TOOL_SET,
        ...(script.keypad && { keypad: script.keypad }),
      },
    },
  );
  let outcome: ConversationResult | Error | null = null;
  const run = (): void =>
    void conversation.run().then(
      (pending) => (outcome = pending),
      (error: Error) => (outcome = error),
    );
  return {
    ...{ clock, channel, transcription, voice, model, entry, conversation, run },
    passes: (ms: number) => clock.advanceAsync(ms),
    /** How it ended. Null while it is live. */
    outcome: (): ConversationResult | Error | null => outcome,
    /** Converters that are open. */
    resamplers: (): number => resamplers,
    /** The times of the events of a type, in ms since the start of the call. */
    times: (type: ConversationEventBody['type']): number[] =>
      channel.events
        .filter((event) => event.type === type)
        .map(({ at }) => at - clock.now().getTime() + clock.monotonic()),
    /** The context of the latest question, one line per message. */
    context: (): string[] => (model.requests.at(-1)?.messages ?? []).map(({ role, content }) => `${role}: ${content}`),
  };
}

/** The voice and the model, those of the script instead of the scripted ones. */
const vendorsOf = (
  { synthesiser, languageModel }: Script,
  voice: ScriptedSynthesiser,
  model: ScriptedModel,
): { synthesiser: SpeechSynthesiser; model: LanguageModel } => ({
  synthesiser: synthesiser ?? voice,
  model: languageModel ?? model,
});

/** What is recorded of a call with these settings. */
const recordingOf = (settings: Script['settings'] = {}, redaction: CallRedaction | null = null) => ({
  isRecorded: settings.consent === undefined,
  redaction,
});

/** Spans of sound in one side of a recording, in milliseconds, silences below 20 ms bridged. */
export function soundsOf(side: Int16Array, rate = 16_000): [from: number, to: number][] {
  const spans: [number, number][] = [];
  const perMs = rate / 1000;
  for (let ms = 0; ms < side.length / perMs; ms += 1) {
    if (side[ms * perMs] === 0) continue;
    const last = spans.at(-1);
    if (last && ms - last[1] < 20) last[1] = ms + 1;
    else spans.push([ms, ms + 1]);
  }
  return spans;
}
