import type { ServerMessage } from '../../adapters/media/protocols/rtvi.ts';
import { seededDraws } from '../../domain/campaigns/seeded-draws.ts';
import type { StageCause } from '../../domain/voice/stage-state.ts';
import { MICROPHONE_RATE, SyntheticCaller, type Background } from '../demo/synthetic-caller.ts';
import { CallerSpeechSound, noise } from '../scenario/caller-speech-sound.ts';
import { playCaller } from '../../application/runtime/rehearsal/play-caller.ts';
import { SocketCaller } from '../scenario/socket-caller.ts';
import type { EventName } from '../../domain/rehearsal/scenario.ts';
import type { TimelineEvent } from '../../domain/rehearsal/timeline.ts';
import type { CallRecord, StopCause, TranscriptEntry } from '../../domain/rehearsal/call-record.ts';
import { playPersona, type PersonaPort } from '../../application/runtime/rehearsal/play-persona.ts';
import type { VoiceCall } from '../../application/runtime/rehearsal/suite-plan.ts';
import { stereoRecording } from './stereo-recording.ts';
import { mannerOf, type SpeechManner } from '../../domain/rehearsal/suite.ts';

/** The usual pace of the local voice, in words per minute. */
const VOICE_WPM = 160;
const [SLOWEST, FASTEST] = [0.5, 2];
const VOICES = ['kal16', 'slt', 'rms', 'awb'] as const;

/** Holds a conversation by voice with an agent that runs, in real time. What its tools do cannot be seen. */
export async function runSocketCall(
  socket: string,
  { persona, words, limits, conversation, seed }: VoiceCall,
): Promise<CallRecord> {
  const manner = mannerOf(persona ?? {});
  const speed = Math.min(FASTEST, Math.max(SLOWEST, manner.words_per_minute / VOICE_WPM));
  const speaker = VOICES.find((each) => each === manner.speaker) ?? 'slt';
  const sound = await CallerSpeechSound.open(speaker, speed);
  try {
    const caller = await SyntheticCaller.join(socket, await backgroundOf(manner, sound));
    const port = new PersonaSocket(caller, (action) => sound.of(action));
    let stopped: StopCause | null = null;
    try {
      if (persona) stopped = await playPersona(persona, words, port, { limits, draws: seededDraws(seed) });
      else if ((await playCaller(conversation, port)) === 'gave_up') stopped = 'gave_up';
      await caller.closed;
    } finally {
      port.close();
    }
    return recordOf(port, caller, stopped);
  } finally {
    sound.close();
  }
}

class PersonaSocket extends SocketCaller implements PersonaPort {
  /** It cannot be seen: a caller answers what was said. */
  readonly isAgentBusy = false;

  get happenings(): number {
    return this.timeline.events.filter(({ name }) => name === 'stage' || name === 'field').length;
  }
}

/** Noise at the distance of the persona from it, mixed into what the microphone records. */
async function backgroundOf({ noise_db: distance }: SpeechManner, sound: CallerSpeechSound): Promise<Background> {
  if (distance === null) return (frame) => frame;
  const level = levelOf(await sound.of({ says: 'this is how loud I speak' })) / 10 ** (distance / 20);
  // The level of even noise is this part of its highest value.
  const highest = Math.min(32_767, level * Math.sqrt(3));
  return (frame) => {
    const mixed = noise(frame.length, highest);
    for (const [at, sample] of frame.entries())
      mixed[at] = Math.max(-32_768, Math.min(32_767, (mixed[at] ?? 0) + sample));
    return mixed;
  };
}

/** The root mean square of the samples. */
const levelOf = (pcm: Int16Array): number =>
  Math.sqrt(pcm.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, pcm.length));

function recordOf(port: PersonaSocket, caller: SyntheticCaller, stopped: StopCause | null): CallRecord {
  const { events } = port.timeline;
  const ended = events.find(({ name }) => name === 'ended');
  const lengthMs = Math.round(ended?.at ?? events.at(-1)?.at ?? 0);
  const messages = caller.messages.flatMap(({ message, at }) => ownData(message, at - port.startedAt));
  const cuts = events.flatMap(({ name, at }) => (name === 'silenced' ? [port.startedAt + at] : []));
  const sides = {
    caller: caller.sentSpeech.map((piece) => ({ ...piece, sampleRate: MICROPHONE_RATE })),
    agent: caller.audio,
  };
  return {
    ...{
      events,
      transcript: transcriptOf(events),
      ended: stopped === null ? (ended?.text ?? null) : null,
      stopped,
      // Stages count from it as well.
      startedAt: 0,
      lengthMs,
    },
    ...{ calls: null, fields: null, inputs: null },
    fault: events.find(({ name }) => name === 'failed')?.text ?? null,
    stages: messages.flatMap(({ data: { type, stage, by }, at }) =>
      type === 'stage' ? [{ stage: String(stage), by: String(by) as StageCause, at: new Date(at).toISOString() }] : [],
    ),
    latenciesMs: messages.flatMap(({ data: { type, user_to_bot_secs: secs } }) =>
      type === 'latency' && typeof secs === 'number' ? [Math.round(secs * 1_000)] : [],
    ),
    turns: events.filter(({ name }) => name === 'turn').length,
    recording: stereoRecording(sides, { from: port.startedAt, to: port.startedAt + lengthMs, cuts }),
  };
}

const ownData = ({ type, data }: ServerMessage, at: number) =>
  type === 'server-message' && typeof data === 'object' && data !== null
    ? [{ data: data as Readonly<Record<string, unknown>>, at }]
    : [];

/** What both sides said. How much of a sentence was played before an interruption is not known. */
const transcriptOf = (events: readonly TimelineEvent[]): TranscriptEntry[] =>
  events.flatMap(({ name, text, at }, place): TranscriptEntry[] => {
    const speaker = name === 'agent_says' ? 'agent' : name === 'caller_speaks' ? 'caller' : null;
    if (speaker === null || text === null || text === '') return [];
    const end = events.slice(place + 1).find((event) => ENDS[speaker].has(event.name)) ?? events.at(-1);
    const atMs = Math.round(at);
    return [{ speaker, words: text, atMs, endMs: Math.max(atMs, Math.round(end?.at ?? at)) }];
  });

/** What ends words of each side. */
const ENDS: Readonly<Record<TranscriptEntry['speaker'], ReadonlySet<EventName>>> = {
  agent: new Set<EventName>(['agent_says', 'agent_stops', 'agent_interrupted', 'silenced', 'ended']),
  caller: new Set<EventName>(['caller_quiet', 'ended']),
};
