import { fieldsOf, sttServer, type RecognisedSpeech } from './stt-server.ts';

const BYTES_PER_SECOND = 32_000;
const TENTH_OF_A_SECOND = BYTES_PER_SECOND / 10;
const SECONDS_PER_LETTER = 0.01;
const SESSION = { session_id: 's', created_at: '2026-11-22T00:00:00.000Z' };

const message = (type: string, more: object = {}) => ({ ...SESSION, type, ...more });

const speech = (type: string, time: number) => message(type, { data: { time, channel: 0 } });

function transcript({ text, utterance }: RecognisedSpeech, began: number, isFinal: boolean) {
  const place = { start: began, end: began + text.length * SECONDS_PER_LETTER, confidence: 0.9 };
  const words = [{ word: text, ...place }];
  const fields = { text, ...place, channel: 0, language: 'en', words };
  return message('transcript', { data: { id: `00-${utterance}`, is_final: isFinal, utterance: fields } });
}

/** Where speech is in the audio of a connection: it ends at a tenth of a second without a sound. */
function speechIn() {
  let taken = 0;
  let quiet = 0;
  let began = 0;
  let isSpeaking = false;
  return {
    /** When speech began last. In seconds. */
    get began() {
      return began;
    },
    get seconds() {
      return taken / BYTES_PER_SECOND;
    },
    /** Takes more audio: which bytes of all it is, and whether speech begins or ends with it. */
    take(audio: Buffer) {
      const isSound = audio.some((byte) => byte !== 0);
      quiet = isSound ? 0 : quiet + audio.length;
      const begins = isSound && !isSpeaking;
      if (begins) began = taken / BYTES_PER_SECOND;
      isSpeaking ||= isSound;
      const ends = isSpeaking && quiet >= TENTH_OF_A_SECOND;
      if (ends) isSpeaking = false;
      return { begins, ends, range: [taken, (taken += audio.length)] };
    },
    /** Nothing more comes: whether speech ends with that. */
    stop(): boolean {
      const ends = isSpeaking;
      isSpeaking = false;
      return ends;
    },
  };
}

/**
 * Gladia's `POST /v2/live`, which answers where a session is, and the session's socket: every piece of audio is acknowledged
 * with its place, and what is left is written when the recording is stopped.
 */
export async function gladiaServer() {
  const sessions: Record<string, unknown>[] = [];
  const listening = await sttServer(
    () => {
      const audio = speechIn();
      return {
        understand(sent, isBinary, answer) {
          if (!isBinary && fieldsOf(sent)['type'] === 'stop_recording') {
            const data = { recording_duration: audio.seconds, recording_left_to_process: 0 };
            answer(message('stop_recording', { acknowledged: true, error: null, data }));
            return { finish: audio.stop(), bye: true };
          }
          if (!isBinary) return null;
          const { begins, ends, range } = audio.take(sent);
          if (begins) answer(speech('speech_start', audio.began));
          const data = { byte_range: range, time_range: range.map((bytes) => bytes / BYTES_PER_SECOND) };
          answer(message('audio_chunk', { acknowledged: true, error: null, data }));
          return { audio: sent, finish: ends };
        },
        partial: (recognised) => (recognised.text === '' ? [] : [transcript(recognised, audio.began, false)]),
        final: (recognised) => [speech('speech_end', audio.seconds), transcript(recognised, audio.began, true)],
      };
    },
    16_000,
    (request, response, url) => {
      sessions.push({ ...fieldsOf(request.body), region: request.url.searchParams.get('region') });
      const place = `${url.replace('http', 'ws')}/v2/live?token=t`;
      const answer = { id: SESSION.session_id, created_at: SESSION.created_at, url: place };
      response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    },
  );
  return Object.assign(listening, { sessions });
}
