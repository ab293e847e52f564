import type { HttpAnswer } from '../../lib/http-stream.ts';
import { readText } from '../../lib/http-stream.ts';
import { parseObject } from '../../lib/parse-object.ts';
import { withoutWavHeader } from '../_speech/wire-codec.ts';

/** Maximum size of a response, enough for a minute of audio in Base64, in bytes. */
const LONGEST_ANSWER = 16 * 1_048_576;

/** The audio in a response of `text:synthesize`, a complete file. */
export async function* clipIn({ bytes }: HttpAnswer): AsyncGenerator<Uint8Array> {
  const { audioContent } = parseObject<{ audioContent: unknown }>(await readText(bytes, LONGEST_ANSWER));
  if (typeof audioContent === 'string') yield withoutWavHeader(Buffer.from(audioContent, 'base64'));
}
