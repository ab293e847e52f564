import type { HttpAnswer } from '../../lib/http-stream.ts';
import { textOf } from '../../lib/http-stream.ts';
import { parseObject } from '../../lib/parse-object.ts';
import { withoutWavHeader } from '../_speech/wire-codec.ts';

/** A minute of audio and then some, in Base64. */
const LONGEST_ANSWER = 16 * 1_048_576;

/** The audio in an answer of `text:synthesize`, which holds all of it at once, as a file. */
export async function* clipIn({ bytes }: HttpAnswer): AsyncGenerator<Uint8Array> {
  const { audioContent } = parseObject<{ audioContent: unknown }>(await textOf(bytes, LONGEST_ANSWER));
  if (typeof audioContent === 'string') yield withoutWavHeader(Buffer.from(audioContent, 'base64'));
}
