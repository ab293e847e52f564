import { fvadVoiceActivity } from '../../adapters/voice-activity/fvad.ts';
import { speexResampling } from '../../adapters/resampler/speex.ts';
import { TELEPHONE_RATE } from '../../adapters/simulator/pcmu.ts';
import { SimulatedMediaStream } from '../../adapters/simulator/simulated-media-stream.ts';
import type { VoiceCall } from '../../application/runtime/rehearsal/suite-plan.ts';
import { Ticker } from '../../application/runtime/ticker.ts';
import type { Clock } from '../../application/ports/clock.ts';
import type { Transcription, TranscriptionListener } from '../../application/ports/speech-to-text.ts';
import { decodeMulaw } from '../../domain/audio/mulaw.ts';
import type { CallRecord, StopCause } from '../../domain/rehearsal/call-record.ts';
import type { EventName } from '../../domain/rehearsal/scenario.ts';
import { MICROPHONE_RATE } from '../demo/synthetic-caller.ts';
import { CARRIER_ACCOUNT, type AcceptedCall } from '../lib/carrier-call.ts';
import { stereoRecording } from './stereo-recording.ts';
import { TelephoneCaller } from './telephone-caller.ts';
import { AgentTranscriber } from './agent-transcriber.ts';
import { talk, VoiceOfPersona } from './voice-call.ts';

/** Events that cannot be told from the sound of a line. */
const NOT_ON_TELEPHONE: readonly EventName[] = [
  ...(['asked', 'looked_up', 'cited', 'caller_said', 'turn', 'muted', 'stage', 'field', 'agent', 'failed'] as const),
  ...(['agent_interrupted', 'silenced'] as const),
];

/** How an agent is called by telephone. */
export interface TelephoneTarget {
  readonly clock: Clock;
  readonly token: string;
  /** Has the agent's number rung. */
  readonly place: () => Promise<AcceptedCall>;
  /** Opens the speech to text with which callers hear, at 8 kHz. */
  readonly openTranscription: (listener: TranscriptionListener) => Promise<Transcription>;
}

/** What is known of a call on the caller's side, and its id at the carrier. */
export interface TelephoneCall {
  readonly callId: string;
  readonly record: CallRecord;
}

/** Holds a conversation by telephone, in real time. Rejects when the call cannot be set up, or its caller hears nothing. */
export async function runTelephoneCall(target: TelephoneTarget, plan: VoiceCall): Promise<TelephoneCall> {
  const { clock } = target;
  const resampling = await speexResampling();
  const voice = await VoiceOfPersona.open(plan.persona);
  try {
    const caller = new TelephoneCaller({
      ...{ clock, background: voice.background },
      async soundOf(action) {
        const resampler = resampling.open(MICROPHONE_RATE, TELEPHONE_RATE);
        const pcm = resampler.process(await voice.of(action));
        resampler.close();
        return pcm;
      },
    });
    const agent = await openTranscriber(target, caller);
    try {
      return await converse(target, plan, caller, agent);
    } finally {
      caller.close();
      agent.transcriber.close();
    }
  } finally {
    voice.close();
  }
}

interface OpenTranscriber {
  readonly transcriber: AgentTranscriber;
  /** What the speech to text failed with. */
  fault: string | null;
}

async function openTranscriber(
  { openTranscription }: TelephoneTarget,
  caller: TelephoneCaller,
): Promise<OpenTranscriber> {
  const activity = await fvadVoiceActivity();
  let opened: OpenTranscriber | null = null;
  const transcription = await openTranscription({
    transcript: ({ text, final }) => {
      if (final) opened?.transcriber.understood(text);
    },
    failed: ({ message }) => {
      if (opened) opened.fault ??= message;
      if (!caller.timeline.isOver) caller.hangUp();
    },
  });
  const transcriber = new AgentTranscriber(transcription, activity.open(TELEPHONE_RATE), caller.agentSpeech);
  opened = { transcriber, fault: null };
  return opened;
}

async function converse(
  { clock, token, place }: TelephoneTarget,
  plan: VoiceCall,
  caller: TelephoneCaller,
  agent: OpenTranscriber,
): Promise<TelephoneCall> {
  const { callId, streamUrl: url, answered, failed } = await place();
  const facts = { url, callId, accountId: CARRIER_ACCOUNT, token };
  const media = await SimulatedMediaStream.open(facts, { clock, ticker: new Ticker(clock) }, caller.stream);
  if (!media) throw failed();
  caller.join({ media, agent: agent.transcriber, report: answered() });
  const stopped = await talk(plan, caller);
  await caller.timeline.until({ ended: null });
  if (agent.fault !== null) throw new Error(`The speech to text of the caller failed: ${agent.fault}`);
  return { callId, record: recordOf(caller, media, stopped) };
}

/** What the caller said and heard. */
function recordOf(
  { timeline: { events }, sentSpeech }: TelephoneCaller,
  media: SimulatedMediaStream,
  stopped: StopCause | null,
): CallRecord {
  const ended = events.find(({ name }) => name === 'ended');
  const lengthMs = Math.round(ended?.at ?? 0);
  const sides = {
    caller: sentSpeech.map((piece) => ({ ...piece, sampleRate: TELEPHONE_RATE })),
    agent: media.playback.heard.map(({ atMs, bytes }) => ({
      ...{ at: atMs, pcm: decodeMulaw(bytes), sampleRate: TELEPHONE_RATE },
    })),
  };
  return {
    ...{ events, unseen: NOT_ON_TELEPHONE, stopped, startedAt: 0, lengthMs, fault: null },
    ...{
      calls: null,
      fields: null,
      agents: null,
      outcome: null,
      inputs: null,
      stages: [],
      latenciesMs: [],
      turns: 0,
      transcript: [],
    },
    ended: stopped === null ? (ended?.text ?? null) : null,
    recording: stereoRecording(sides, { from: 0, to: lengthMs, cuts: [] }),
  };
}
