import { invalid, missing } from '../../domain/errors.ts';
import { OWNED_NUMBERS } from './accounts.ts';
import type { SimulatedCall } from './call.ts';
import { readWav, readCalleeOptions } from './callee.ts';
import type { Exchange } from './exchange.ts';
import { soundOf, wavOf, wordsOf } from './heard-audio.ts';
import type { HeardPiece } from './playback.ts';
import type { SimulatedMediaStream } from './simulated-media-stream.ts';
import { TELEPHONE_RATE } from './pcmu.ts';

export interface SimulateRequest {
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  /** The id in the path. */
  readonly id: string;
}

/** JSON, or a WAV file. */
export type SimulateReply = object | Uint8Array;

interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly answer: (exchange: Exchange, request: SimulateRequest) => SimulateReply | Promise<SimulateReply>;
}

/** Controls of the simulated network for testers. */
export const SIMULATE_ROUTES: readonly Route[] = [
  { method: 'POST', path: /^\/simulate\/inbound$/, answer: ring },
  { method: 'POST', path: /^\/simulate\/callees$/, answer: describeCallee },
  { method: 'POST', path: /^\/simulate\/faults$/, answer: (exchange, { body }) => exchange.faults.replace(body) },
  { method: 'GET', path: /^\/simulate\/faults$/, answer: (exchange) => exchange.faults.plan },
  { method: 'GET', path: /^\/simulate\/calls$/, answer: listCalls },
  { method: 'GET', path: /^\/simulate\/calls\/([^/]+)$/, answer: readCall },
  { method: 'POST', path: /^\/simulate\/calls\/([^/]+)$/, answer: act },
  { method: 'GET', path: /^\/simulate\/calls\/([^/]+)\/heard\.wav$/, answer: readSound },
];

function ring(exchange: Exchange, { body }: SimulateRequest): object {
  const to = readNumber('to', body['to']);
  const from = readNumber('from', body['from']);
  const account = typeof body['auth_id'] === 'string' ? body['auth_id'] : undefined;
  if (!OWNED_NUMBERS.includes(to)) throw missing('Number');
  const answering = exchange.accounts.answering(to, account);
  if (!answering) throw missing('Application of the number');
  const { answer_url: answerUrl, hangup_url: hangupUrl } = answering.application;
  const call = exchange.call(
    {
      direction: 'inbound',
      from,
      to,
      account: answering.account,
      answerUrl,
      hangupUrl,
      ringUrl: '',
      machineUrl: '',
      ringMs: 60_000,
      limitMs: 14_400_000,
    },
    readCalleeOptions(body),
  );
  return { call_uuid: call.facts.id };
}

function describeCallee(exchange: Exchange, { body }: SimulateRequest): object {
  const number = readNumber('number', body['number']);
  exchange.setOptions(number, readCalleeOptions(body));
  return { number };
}

function listCalls(exchange: Exchange): object {
  const calls = [...exchange.calls.values()].slice(-100).toReversed();
  return { live: exchange.liveCalls, calls: calls.map(summaryOf) };
}

/**
 * Transcribes the audio once the call has ended. With `phrase` the recogniser expects only these, which is far more
 * accurate.
 */
async function readCall(exchange: Exchange, { id, query }: SimulateRequest): Promise<object> {
  const call = callOf(exchange, id);
  const sound = soundOf(heardBy(call));
  const words = async (of: Int16Array): Promise<string | null> =>
    call.status === 'ended' && of.length > 0 ? wordsOf(of, exchange.vendors, query.getAll('phrase')) : null;
  const message = messageTo(call);
  return {
    ...summaryOf(call),
    heard: {
      text: await words(sound),
      ms: msOf(sound),
      wav: `/simulate/calls/${id}/heard.wav`,
    },
    message: message && {
      text: await words(message),
      ms: msOf(message),
      wav: `/simulate/calls/${id}/heard.wav?after=beep`,
    },
    media: call.media && mediaOf(call.media),
    webhooks: call.webhooks.sent,
  };
}

const msOf = (sound: Int16Array): number => Math.round((sound.length / TELEPHONE_RATE) * 1000);

/** What a mailbox has recorded: all that it heard after its beep. Null of people, and before the beep. */
function messageTo(call: SimulatedCall): Int16Array | null {
  const since = call.person.recordsSince;
  return since === null ? null : soundOf(heardBy(call)).slice(Math.round((since * TELEPHONE_RATE) / 1000));
}

const mediaOf = ({ notes, framesSent, framesReceived, firstSoundMs, playback }: SimulatedMediaStream): object => ({
  frames_sent: framesSent,
  frames_received: framesReceived,
  first_sound_ms: firstSoundMs,
  gaps: playback.gaps,
  overflow_bytes: playback.overflow,
  notes,
});

/** What the person heard: the media stream, then the carrier itself. */
function heardBy({ media, directSound }: SimulatedCall): readonly HeardPiece[] {
  const streamed = media?.playback.heard ?? [];
  const last = streamed.at(-1);
  const from = last ? last.atMs + (last.bytes.length * 1_000) / TELEPHONE_RATE : 0;
  return [...streamed, ...(directSound?.playback.heard ?? []).map(({ atMs, bytes }) => ({ atMs: from + atMs, bytes }))];
}

/** All that the person heard, or with `after=beep` what a mailbox has recorded. */
function readSound(exchange: Exchange, { id, query }: SimulateRequest): Uint8Array {
  const call = callOf(exchange, id);
  const sound = query.get('after') === 'beep' ? messageTo(call) : soundOf(heardBy(call));
  if (!sound) throw missing('Message');
  return wavOf(sound);
}

/** Makes the person speak, press keys or hang up now. */
async function act(exchange: Exchange, { id, body }: SimulateRequest): Promise<object> {
  const call = callOf(exchange, id);
  const { say, wav, press, hang_up } = body;
  if (typeof say === 'string') call.person.say(await exchange.speech.say(say));
  else if (wav !== undefined) call.person.say(exchange.speech.wav(readWav(wav)));
  if (typeof press === 'string') {
    if (!/^[\d*#A-D]{1,32}$/.test(press)) throw invalid('press must be keys of a telephone');
    call.press(press);
  }
  if (hang_up === true) call.putDown();
  return summaryOf(call);
}

function callOf(exchange: Exchange, id: string): SimulatedCall {
  const call = exchange.calls.get(id);
  if (!call) throw missing('Call');
  return call;
}

const summaryOf = (call: SimulatedCall): object => {
  const { facts, status, queuedAt, answeredAt, endedAt, hangUp, conference } = call;
  const { id: call_uuid, direction, from, to } = facts;
  return {
    call_uuid,
    direction,
    from,
    to,
    status,
    queued_at: queuedAt.toISOString(),
    answered_at: answeredAt?.toISOString() ?? null,
    ended_at: endedAt?.toISOString() ?? null,
    hang_up: hangUp,
    conference,
  };
};

function readNumber(name: string, value: unknown): string {
  const number = typeof value === 'string' ? value.replace(/[\s()-]/g, '') : '';
  if (!/^\+\d{5,15}$/.test(number)) throw invalid(`${name} must be a number such as +15550100000`);
  return number;
}
