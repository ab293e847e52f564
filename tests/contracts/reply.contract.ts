import { assert } from 'chai';
import type { SynthesisOptions, SpeechSynthesiser } from '../../application/ports/text-to-speech.ts';
import type { VendorFailure } from '../../application/ports/vendor-failure.ts';
import type { Contract } from '../support/contract.ts';
import type { TtsVendor } from './tts-vendor.contract.ts';
import { never } from './text-to-speech.contract.ts';

const REPLY = ['Sure,', 'we open at nine.', 'Not on Sundays.'];
const ANOTHER = 'Yes, of course.';

interface SegmentOptions extends SynthesisOptions {
  readonly speech: object;
  /** The text to prepare while this one is synthesised. */
  readonly next?: string | undefined;
  readonly signal?: AbortSignal;
}

/** Synthesises a segment of a reply as the speech player does. Returns its length in samples. */
export async function piece(
  voice: SpeechSynthesiser,
  text: string,
  { next, signal, ...manner }: SegmentOptions,
): Promise<number> {
  let length = 0;
  const speaking = (async () => {
    for await (const chunk of voice.synthesise(text, signal ?? never(), manner)) length += chunk.length;
  })();
  if (next !== undefined) voice.prepare?.(next, manner.speech);
  await speaking;
  return length;
}

/** The same, tried once more. */
const pieceAtLast = (voice: SpeechSynthesiser, text: string, speech: object): Promise<number> =>
  piece(voice, text, { speech }).catch((failure: VendorFailure) => {
    assert.isTrue(failure.retryable);
    return piece(voice, text, { speech });
  });

/** What every adapter of a vendor promises of a reply that is spoken piece by piece, as it is thought of. */
export const replyContract: Contract<TtsVendor> = {
  'synthesises each segment of a reply completely and in order, prepared or not': async (vendor) => {
    const voice = await vendor.open();
    for (const isPrepared of [false, true]) {
      const speech = {};
      const lengths: number[] = [];
      for (const [at, text] of REPLY.entries())
        lengths.push(await piece(voice, text, { speech, next: isPrepared ? REPLY[at + 1] : undefined }));
      voice.endSpeech?.(speech);
      assert.deepEqual(
        lengths,
        REPLY.map((text) => vendor.samplesIn(text, voice.sampleRate)),
      );
    }
    voice.close();
  },

  'yields no audio of a reply that was cancelled between two segments or within one': async (vendor) => {
    const voice = await vendor.open();
    for (const isPrepared of [false, true]) {
      const speech = {};
      await piece(voice, REPLY[0]!, { speech, next: isPrepared ? REPLY[1] : undefined });
      voice.endSpeech?.(speech);
      assert.equal(await piece(voice, ANOTHER, { speech: {} }), vendor.samplesIn(ANOTHER, voice.sampleRate));
    }
    const [stop, given] = [new AbortController(), {}];
    for await (const { length } of voice.synthesise(REPLY[1]!, stop.signal, { speech: given })) {
      voice.prepare?.(REPLY[2]!, given);
      if (length > 0) stop.abort();
      voice.endSpeech?.(given);
    }
    for (const text of [ANOTHER, REPLY[2]!])
      assert.equal(await piece(voice, text, { speech: given }), vendor.samplesIn(text, voice.sampleRate));
    voice.close();
  },

  'continues a reply whose connection dropped between two segments': async (vendor) => {
    const voice = await vendor.open();
    for (const isPrepared of [false, true]) {
      const speech = {};
      await piece(voice, REPLY[0]!, { speech, next: isPrepared ? REPLY[1] : undefined });
      vendor.server.cut();
      for (const text of REPLY.slice(1))
        assert.equal(await pieceAtLast(voice, text, speech), vendor.samplesIn(text, voice.sampleRate));
      voice.endSpeech?.(speech);
    }
    voice.close();
  },
};
