import { elevenLabsTtsProtocol } from '../../../adapters/providers/elevenlabs/tts-protocol.ts';
import { SocketSynthesiser } from '../../../adapters/providers/_speech/socket-synthesiser.ts';
import { wireCodec } from '../../../adapters/providers/_speech/wire-codec.ts';
import { cartesiaStt as listener } from '../../../adapters/providers/cartesia/stt.ts';
import { cartesiaTts as speaker } from '../../../adapters/providers/cartesia/tts.ts';
import type { Transcription, TranscriptionListener } from '../../../application/ports/speech-to-text.ts';
import type { SpeechSynthesiser } from '../../../application/ports/text-to-speech.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import type { SttVendor } from '../../contracts/stt-vendor.contract.ts';
import type { TtsVendor } from '../../contracts/tts-vendor.contract.ts';
import { ink, INK_FAULTS, sonic } from './cartesia-server.ts';
import { multiStream } from './multi-stream.ts';
import { anywhere } from '../providers/vendor-stands.ts';
import { sttVendor, speaking } from './stands.ts';

const hearer = async (): Promise<SttVendor> => sttVendor(listener, await ink(), {}, INK_FAULTS);
const voiceOf = async (): Promise<TtsVendor> => speaking(speaker, await sonic());

/** Every temporary failure as permanent, and every permanent one as temporary. */
async function contrary<T>(opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (failure) {
    const { message, retryable } = failure as VendorFailure;
    throw new VendorFailure(message, { retryable: !retryable });
  }
}

/** The requests, as if the key had been in their addresses. */
const withKeys = <S extends { readonly received: readonly { readonly url: URL }[] }>(server: S, key: string): S =>
  Object.assign(Object.create(server) as S, { received: [{ url: new URL(`http://vendor/?key=${key}`) }] });

/** Tells nothing on the way, and the rest with an exclamation. */
export async function withoutTranscripts(): Promise<SttVendor> {
  const vendor = await hearer();
  const loud = (sttListener: TranscriptionListener): TranscriptionListener => ({
    transcript: ({ text, final }) => final && sttListener.transcript({ text: `${text}!`, final }),
    failed: (failure) => sttListener.failed(failure),
  });
  return { ...vendor, open: (sttListener, options) => vendor.open(loud(sttListener), options) };
}

/** Takes faults for silence. */
export async function imperturbableHearer(): Promise<SttVendor> {
  const vendor = await hearer();
  const calm = (sttListener: TranscriptionListener): TranscriptionListener => ({
    transcript: (result) => sttListener.transcript(result),
    failed: () => sttListener.transcript({ text: '', final: true }),
  });
  return { ...vendor, open: (sttListener, options) => vendor.open(calm(sttListener), options) };
}

export async function contraryHearer(): Promise<SttVendor> {
  const vendor = await hearer();
  return { ...vendor, open: (sttListener, options) => contrary(vendor.open(sttListener, options)) };
}

/** Never hangs up. */
export async function clingingHearer(): Promise<SttVendor> {
  const vendor = await hearer();
  const clinging = (it: Transcription): Transcription => ({
    endpointingMs: it.endpointingMs,
    write: (pcm) => it.write(pcm),
    startUtterance: () => it.startUtterance(),
    endUtterance: () => it.endUtterance(),
    close: () => undefined,
  });
  return { ...vendor, open: async (sttListener, options) => clinging(await vendor.open(sttListener, options)) };
}

export async function carelessHearer(): Promise<SttVendor> {
  const vendor = await hearer();
  return { ...vendor, server: withKeys(vendor.server, vendor.key) };
}

/** Takes every call for one of the web. */
export async function farFromTelephones(): Promise<SttVendor> {
  const vendor = await hearer();
  return { ...vendor, open: (sttListener) => vendor.open(sttListener) };
}

const speechOf = (voice: SpeechSynthesiser, changes: Partial<SpeechSynthesiser>): SpeechSynthesiser => ({
  sampleRate: voice.sampleRate,
  synthesise: (text, signal) => voice.synthesise(text, signal),
  close: () => voice.close(),
  ...changes,
});

/** Says the first piece twice. */
export async function stutterer(): Promise<TtsVendor> {
  const vendor = await voiceOf();
  async function* stuttered(pieces: AsyncIterable<Int16Array>): AsyncGenerator<Int16Array> {
    let isFirst = true;
    for await (const piece of pieces) {
      yield piece;
      if (isFirst) yield piece;
      isFirst = false;
    }
  }
  const stutter = (voice: SpeechSynthesiser): SpeechSynthesiser =>
    speechOf(voice, { synthesise: (text, signal) => stuttered(voice.synthesise(text, signal)) });
  return { ...vendor, open: async (rate) => stutter(await vendor.open(rate)) };
}

/** Knows nothing of words and speeches. */
export async function wordless() {
  const vendor = speaking(speaker, await sonic());
  return { ...vendor, open: async (rate?: number) => speechOf(await vendor.open(rate), {}) };
}

/** Ignores prepared texts. */
export async function forgetful(): Promise<TtsVendor> {
  const vendor = await voiceOf();
  const discard = (voice: SpeechSynthesiser): SpeechSynthesiser => {
    const reported = new Set<string>();
    const synthesise: SpeechSynthesiser['synthesise'] = (text, signal, manner) =>
      voice.synthesise(reported.has(text) ? '' : text, signal, manner);
    return speechOf(voice, { synthesise, prepare: (text) => void reported.add(text) });
  };
  return { ...vendor, open: async (rate) => discard(await vendor.open(rate)) };
}

/** Synthesises the prepared text, whatever is requested. */
export async function rambling(): Promise<TtsVendor> {
  const vendor = await voiceOf();
  const ramble = (voice: SpeechSynthesiser): SpeechSynthesiser => {
    let reported = '';
    const synthesise: SpeechSynthesiser['synthesise'] = (text, signal, manner) =>
      voice.synthesise(reported + text, signal, manner);
    return speechOf(voice, { synthesise, prepare: (text) => void (reported = text) });
  };
  return { ...vendor, open: async (rate) => ramble(await vendor.open(rate)) };
}

/** Has nothing more to say once it was hung up on. */
export async function offended(): Promise<TtsVendor> {
  const vendor = await voiceOf();
  const cut = (): void => {
    vendor.server.refusals.push(...Array.from({ length: 9 }, () => 503));
    vendor.server.cut();
  };
  return { ...vendor, server: Object.assign(Object.create(vendor.server) as typeof vendor.server, { cut }) };
}

/** Opens contexts without a thought for those that are not yet closed. */
export async function crowding() {
  const vendor = await multiStream();
  const url = new URL('/?output_format=pcm_16000', vendor.server.url);
  const request = { vendor: 'elevenlabs', url, headers: {}, network: anywhere() };
  const dialect = elevenLabsTtsProtocol(request, { sampleRate: 16_000, settings: {}, wire: wireCodec(16_000) });
  return { ...vendor, open: () => SocketSynthesiser.open({ ...dialect, reportsClosed: false }) };
}

/** Knows nothing of speeches that are over. */
export async function hoarding() {
  const vendor = await multiStream();
  const hoard = (voice: SpeechSynthesiser): SpeechSynthesiser =>
    speechOf(voice, { synthesise: (...how) => voice.synthesise(...how) });
  return { ...vendor, open: async () => hoard(await vendor.open()) };
}

/** Does not let itself be interrupted. */
export async function babbler(): Promise<TtsVendor> {
  const vendor = await voiceOf();
  const babble = (voice: SpeechSynthesiser): SpeechSynthesiser =>
    speechOf(voice, { synthesise: (text) => voice.synthesise(text, new AbortController().signal) });
  return { ...vendor, open: async (rate) => babble(await vendor.open(rate)) };
}

export async function contrarySpeaker(): Promise<TtsVendor> {
  const vendor = await voiceOf();
  return { ...vendor, open: (rate) => contrary(vendor.open(rate)) };
}

export async function clingingSpeaker(): Promise<TtsVendor> {
  const vendor = await voiceOf();
  return { ...vendor, open: async (rate) => speechOf(await vendor.open(rate), { close: () => undefined }) };
}

export async function carelessSpeaker(): Promise<TtsVendor> {
  const vendor = await voiceOf();
  return { ...vendor, server: withKeys(vendor.server, vendor.key) };
}
