import { sttServer, type RecognisedSpeech, type ClientIntent } from './stt-server.ts';
import type { VendorRequest } from '../providers/vendor-server.ts';

const WAV_HEADER_BYTES = 44;
/** The service counts time in ticks of 100 nanoseconds. */
const TICKS_PER_SECOND = 10_000_000;

/** The headers of a message and what is behind them. */
export function readAzure(message: Buffer, isBinary: boolean): { headers: Map<string, string>; body: Buffer } {
  const [start, end] = isBinary ? [2, 2 + message.readUInt16BE(0)] : [0, message.indexOf('\r\n\r\n')];
  const lines = message.subarray(start, end).toString().split('\r\n');
  const headers = new Map(lines.map((line) => line.split(': ', 2) as [string, string]));
  return { headers, body: message.subarray(isBinary ? end : end + 4) };
}

const placeOf = ({ start, end }: RecognisedSpeech) => ({
  Offset: Math.round(start * TICKS_PER_SECOND),
  Duration: Math.round((end - start) * TICKS_PER_SECOND),
});

/** A message of a client, by its path. */
export interface ClientMessage {
  readonly path: string | undefined;
  readonly body: Buffer;
}

/** What phrases to expect may look like. source: the microsoft-cognitiveservices-speech-sdk package, 1.52 */
interface Context {
  readonly dgi?: { readonly groups?: readonly { readonly type: string; readonly items: readonly object[] }[] };
}

function isKnown(body: Buffer): boolean {
  const { dgi } = JSON.parse(body.toString()) as Context;
  if (dgi === undefined) return true;
  return dgi.groups?.every(({ type, items }) => type === 'Generic' && items.length > 0) === true;
}

/** Audio without a body ends the turn, the first has the header of a file before it. */
function audioIn(body: Buffer): ClientIntent {
  if (body.length === 0) return { finish: true };
  return { audio: body.subarray(0, 4).toString() === 'RIFF' ? body.subarray(WAV_HEADER_BYTES) : body };
}

/**
 * Recognition in turns: audio that begins with the header of a file, and ends with a message without any. Each turn tells
 * where speech begins and ends, its words on the way, its phrase, the end of the dictation and its own end. What comes
 * over each connection is added to the log.
 */
export const recogniser = (log: ClientMessage[][] = []) =>
  sttServer(() => {
    const received: ClientMessage[] = [];
    log.push(received);
    let requestId = '';
    let isOpen = false;
    let isConfigured = false;
    let hasStarted = false;
    const reported = (path: string, body: object): string =>
      `X-RequestId:${requestId}\r\nContent-Type:application/json; charset=utf-8\r\nPath:${path}\r\n\r\n${JSON.stringify(body)}`;
    const started = (speech: RecognisedSpeech): string[] => {
      if (hasStarted || speech.text === '') return [];
      hasStarted = true;
      return [reported('speech.startDetected', { Offset: placeOf(speech).Offset })];
    };
    return {
      understand(message, isBinary, answer) {
        const { headers, body } = readAzure(message, isBinary);
        const [path, id] = [headers.get('Path'), headers.get('X-RequestId')!];
        received.push({ path, body });
        if (isBinary) return id === requestId && isOpen ? audioIn(body) : { bye: true };
        if (path === 'speech.config') isConfigured = body.includes('"context"');
        if (path !== 'speech.context') return null;
        // One turn at a time: another one would be a fault of the client.
        if (isOpen || !isConfigured || !isKnown(body)) return { bye: true };
        isOpen = true;
        hasStarted = false;
        requestId = id;
        answer(reported('turn.start', { context: { serviceTag: 't' } }));
        return null;
      },
      partial: (speech) =>
        speech.text === ''
          ? []
          : [...started(speech), reported('speech.hypothesis', { Id: 'h', Text: speech.text, ...placeOf(speech) })],
      final(speech) {
        isOpen = false;
        const place = placeOf(speech);
        const over = { RecognitionStatus: 'EndOfDictation', Offset: place.Offset + place.Duration, Duration: 0 };
        const fields = { RecognitionStatus: 'Success', ...place, DisplayText: speech.text };
        const silent = { RecognitionStatus: 'InitialSilenceTimeout', ...place };
        return [
          ...started(speech),
          ...(hasStarted ? [reported('speech.endDetected', { Offset: over.Offset })] : []),
          reported('speech.phrase', { Id: 'p', ...(speech.text === '' ? silent : fields) }),
          reported('speech.phrase', { Id: 'e', ...over }),
          reported('turn.end', {}),
        ];
      },
    };
  });

/** What a speech request asks for: the text in the document, in the format of the header. */
export function speechRequestIn({ body, headers }: VendorRequest) {
  const format = String(headers['x-microsoft-outputformat']);
  const [, rate = '0', unit] = /raw-(\d+)(khz|hz)/.exec(format) ?? [];
  return {
    text: body.toString().replace(/<[^>]*>/g, ''),
    sampleRate: Number(rate) * (unit === 'khz' ? 1_000 : 1),
    isMulaw: format.endsWith('mulaw'),
  };
}
