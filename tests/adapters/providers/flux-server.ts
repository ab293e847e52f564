import type { WebSocket } from 'ws';
import type { SocketLog } from './deepgram-server.ts';
import { lettersIn } from './letter-audio.ts';

const BYTES_PER_SECOND = 32_000;
const LETTER_BYTES = 320;
/** A turn begins when so much audio came since its first letter began. */
const ONSET_BYTES = 0.08 * BYTES_PER_SECOND;
const SECONDS_PER_LETTER = 0.01;
/** Silence after which a turn has probably ended, and after which it has. */
const EAGER_BYTES = 0.2 * BYTES_PER_SECOND;
const END_BYTES = 0.4 * BYTES_PER_SECOND;

/** Where in the audio the first letter begins; -1 when there is none. */
function onsetIn(audio: Buffer): number {
  for (let at = 0; at + LETTER_BYTES <= audio.length; at += LETTER_BYTES)
    if (audio.readInt16LE(at + LETTER_BYTES / 2) > 0) return at;
  return -1;
}

/** How much of the end of the audio has no letters. */
function silenceIn(audio: Buffer): number {
  let bytes = 0;
  while (bytes + LETTER_BYTES <= audio.length && audio.readInt16LE(audio.length - bytes - LETTER_BYTES / 2) <= 0)
    bytes += LETTER_BYTES;
  return bytes;
}

/** The words of a text whose letters follow each other from a moment on. */
const wordsOf = (text: string, from: number) =>
  [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    word,
    confidence: 0.99,
    start: from + index * SECONDS_PER_LETTER,
    end: from + (index + word.length) * SECONDS_PER_LETTER,
  }));

/**
 * Deepgram's `/v2/listen` as its state machine is documented: a turn begins a moment after its first word did,
 * `ForceEndTurn` ends it and is ignored while there is none, and an `Update` comes four times a second either way. With
 * a threshold below 1 it ends turns itself, after silence, and before reports that one has probably ended, or was resumed.
 */
export function flux(socket: WebSocket, log: SocketLog, query: URLSearchParams): void {
  const endsTurns = Number(query.get('eot_threshold') ?? 0.7) < 1;
  const isEager = query.has('eager_eot_threshold');
  let since = Buffer.alloc(0);
  let isGoingOn = false;
  let isLikelyOver = false;
  let turn = 0;
  let reported = 0;
  let sequence = 0;
  const send = (message: object): void =>
    socket.send(JSON.stringify({ request_id: 'r', sequence_id: sequence++, ...message }));
  const report = (event: string, more: object = {}): void => {
    reported = log.bytes;
    const start = (log.bytes - since.length) / BYTES_PER_SECOND;
    const transcript = isGoingOn ? lettersIn(since) : '';
    send({
      type: 'TurnInfo',
      event,
      turn_index: turn,
      audio_window_start: start,
      audio_window_end: log.bytes / BYTES_PER_SECOND,
      transcript,
      words: wordsOf(transcript, start + onsetIn(since) / BYTES_PER_SECOND),
      end_of_turn_confidence: 0.1,
      ...(query.get('model') === 'flux-general-multi' && transcript !== '' && { languages: ['es', 'en'] }),
      ...more,
    });
  };
  const hear = (audio: Buffer): void => {
    since = Buffer.concat([since, audio]);
    const onset = onsetIn(since);
    if (!isGoingOn && onset !== -1 && since.length - onset >= ONSET_BYTES) {
      isGoingOn = true;
      return report('StartOfTurn');
    }
    if (endsTurns && isGoingOn) hearSilence(silenceIn(since));
    if (log.bytes - reported >= BYTES_PER_SECOND / 4) report('Update');
  };
  const hearSilence = (bytes: number): void => {
    if (bytes >= END_BYTES) return end('model');
    if (!isEager || bytes >= EAGER_BYTES === isLikelyOver) return;
    isLikelyOver = !isLikelyOver;
    report(isLikelyOver ? 'EagerEndOfTurn' : 'TurnResumed');
  };
  const end = (trigger: string): void => {
    if (!isGoingOn) return;
    report('EndOfTurn', { trigger });
    since = Buffer.alloc(0);
    isGoingOn = false;
    isLikelyOver = false;
    turn += 1;
  };
  send({ type: 'Connected' });
  socket.on('message', (message: Buffer, isBinary) => {
    if (isBinary) {
      log.bytes += message.length;
      return hear(message);
    }
    log.texts.push(message.toString());
    const { type, ...configured } = JSON.parse(message.toString()) as { type: string };
    if (type === 'ForceEndTurn') return end('manual');
    if (type === 'Configure') return send({ type: 'ConfigureSuccess', thresholds: {}, keyterms: [], ...configured });
    if (type !== 'CloseStream')
      send({ type: 'Error', code: 'UNPARSABLE_CLIENT_MESSAGE', description: 'not a message of ours' });
    socket.close(type === 'CloseStream' ? 1000 : 1008);
  });
}
