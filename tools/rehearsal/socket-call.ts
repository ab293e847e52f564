import type { ServerMessage } from '../../adapters/media/protocols/rtvi.ts';
import type { PersonaPort } from '../../application/runtime/rehearsal/play-persona.ts';
import type { VoiceAgent, VoiceCall } from '../../application/runtime/rehearsal/suite-plan.ts';
import type { CallRecord, StopCause, TranscriptEntry } from '../../domain/rehearsal/call-record.ts';
import { NOT_ON_SOCKET, type EventName } from '../../domain/rehearsal/scenario.ts';
import type { TimelineEvent } from '../../domain/rehearsal/timeline.ts';
import type { StageCause } from '../../domain/voice/stage-state.ts';
import { MICROPHONE_RATE, SyntheticCaller } from '../demo/synthetic-caller.ts';
import { SocketCaller } from '../scenario/socket-caller.ts';
import { stereoRecording } from './stereo-recording.ts';
import { talk, VoiceOfPersona } from './voice-call.ts';

/** The agent behind a socket, of which nothing but the address is known. It answers as it is published. */
export const socketAgent = (socket: string): VoiceAgent => ({
  title: socket,
  level: 'voice',
  installed: null,
  remark:
    'The caller spoke in real time. Tool calls and the values of fields cannot be seen on a socket, and what the agent costs.',
  problems: ({ live }) =>
    live
      ? []
      : [
          'what the tools of an agent may change is not known on a socket: write live: true at the top level of the suite, or pass the id of the agent as --agent, and --voice',
        ],
  talk: (call) => runSocketCall(socket, call),
});

/** Holds a conversation by voice with an agent that runs, in real time. What its tools do cannot be seen. */
export async function runSocketCall(socket: string, call: VoiceCall): Promise<CallRecord> {
  const voice = await VoiceOfPersona.open(call.persona);
  try {
    const caller = await SyntheticCaller.join(socket, voice.background);
    const port = new PersonaSocket(caller, voice.of);
    try {
      const stopped = await talk(call, port);
      await caller.closed;
      return recordOf(port, caller, stopped);
    } finally {
      port.close();
    }
  } finally {
    voice.close();
  }
}

class PersonaSocket extends SocketCaller implements PersonaPort {
  /** It cannot be seen: a caller answers what was said. */
  readonly isAgentBusy = false;

  get happenings(): number {
    return this.timeline.events.filter(({ name }) => name === 'stage' || name === 'field').length;
  }
}

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
    ...{ calls: null, fields: null, agents: null, outcome: null, inputs: null, unseen: [...NOT_ON_SOCKET] },
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
