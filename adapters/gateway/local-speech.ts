import type { GatewayUseCases } from '../../application/gateway/index.ts';
import { SPEECH_RATE, type SpeechRequest } from '../../application/gateway/speak-locally.ts';
import type { Recording } from '../../application/gateway/transcribe-locally.ts';
import { encodeL16 } from '../../domain/audio/l16.ts';
import { wavHeader } from '../../domain/audio/wav.ts';
import { readWavFile } from '../lib/wav-file.ts';
import type { JsonFields } from './model-calls.ts';
import type { ModelForm } from './model-form.ts';
import { wrongField } from './openai-errors.ts';
import type { RelayedAnswer } from './relay.ts';

/** As much as OpenAI takes. In characters. */
const TEXT_LENGTH_MAX = 4_096;
const RECORDING_MAX_S = 300;
const CHANNELS_MAX = 2;

/** Speaks by the built-in voice: raw audio as it is made, a WAV file when it is whole. */
export async function localSpeech(
  { speak }: Pick<GatewayUseCases, 'speak'>,
  fields: JsonFields,
  over: AbortSignal,
): Promise<RelayedAnswer> {
  const { format, ...request } = requestIn(fields);
  const pieces = speak(request, over);
  // What cannot be spoken shows at the first piece, while it can still be told.
  const first = await pieces.next();
  const whole = bytesOf(first, pieces);
  if (format === 'pcm') return { status: 200, headers: { 'content-type': 'audio/pcm' }, body: whole };
  return entire('audio/wav', await wavOf(whole));
}

/** What is to be spoken, and in which format. Refuses what the built-in voice does not make. */
function requestIn(fields: JsonFields): SpeechRequest & { readonly format: 'wav' | 'pcm' } {
  const { input, voice, speed = 1 } = fields;
  if (typeof input !== 'string' || input.trim() === '' || input.length > TEXT_LENGTH_MAX)
    throw wrongField('input', `input must be a text of at most ${TEXT_LENGTH_MAX} characters`);
  if (typeof voice !== 'string') throw wrongField('voice', 'voice must be a text');
  if (typeof speed !== 'number') throw wrongField('speed', 'speed must be a number');
  return { text: input, voice, speed, format: formatIn(fields) };
}

function formatIn({ response_format: format = 'wav', stream_format: stream = 'audio' }: JsonFields): 'wav' | 'pcm' {
  if (format !== 'wav' && format !== 'pcm')
    throw wrongField('response_format', 'response_format must be wav or pcm: the built-in voice makes no other');
  if (stream !== 'audio')
    throw wrongField('stream_format', 'stream_format must be audio: the built-in voice makes no other');
  return format;
}

/** Writes down a recording by the built-in recogniser. */
export async function localTranscription(
  { transcribe }: Pick<GatewayUseCases, 'transcribe'>,
  form: ModelForm,
  over: AbortSignal,
): Promise<RelayedAnswer> {
  const format = form.text('response_format') ?? 'json';
  if (format !== 'json' && format !== 'text')
    throw wrongField('response_format', 'response_format must be json or text: the built-in recogniser makes no other');
  if (form.text('stream') === 'true') throw wrongField('stream', 'The built-in recogniser does not stream');
  const language = form.text('language') ?? 'en';
  const text = await transcribe({ ...soundIn(form), language, phrases: form.texts('phrases') }, over);
  if (format === 'text') return entire('text/plain; charset=utf-8', Buffer.from(`${text}\n`));
  return entire('application/json', Buffer.from(JSON.stringify({ text })));
}

/** The sound of the file. Refuses what the built-in recogniser does not take. */
function soundIn({ file }: ModelForm): Pick<Recording, 'pcm' | 'sampleRate'> {
  if (file === null) throw wrongField('file', 'file is required');
  const sound = readWavFile(file, CHANNELS_MAX);
  if (!sound)
    throw wrongField('file', 'file must be a WAV file of 16-bit PCM audio: the built-in recogniser takes no other');
  const { samples: pcm, sampleRate } = sound;
  if (pcm.length > RECORDING_MAX_S * sampleRate)
    throw wrongField('file', `file must not be longer than ${RECORDING_MAX_S} seconds`);
  return { pcm, sampleRate };
}

async function* bytesOf(
  first: IteratorResult<Int16Array>,
  rest: AsyncIterable<Int16Array>,
): AsyncGenerator<Uint8Array> {
  if (first.done) return;
  yield encodeL16(first.value, 'little');
  for await (const piece of rest) yield encodeL16(piece, 'little');
}

async function wavOf(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const sound: Uint8Array[] = [];
  for await (const piece of pieces) sound.push(piece);
  const bytes = Buffer.concat(sound);
  return Buffer.concat([wavHeader({ sampleRate: SPEECH_RATE, channels: 1, dataBytes: bytes.length }), bytes]);
}

const entire = (type: string, bytes: Uint8Array): RelayedAnswer => ({
  status: 200,
  headers: { 'content-type': type, 'content-length': String(bytes.length) },
  body: alone(bytes),
});

async function* alone(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
