import { assert } from 'chai';
import type { SpeechSynthesiser } from '../../application/ports/text-to-speech.ts';
import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import type { Contract } from '../support/contract.ts';
import { eventually } from '../support/eventually.ts';
import { never, synthesisedChunks, type VoiceStand } from './text-to-speech.contract.ts';
import { leavesNothing } from './tidiness.ts';

/** A vendor's adapter, and a server that follows the vendor's documentation, with equal audio for equal letters. */
export interface TtsVendor extends VoiceStand {
  readonly key: string;
  open(sampleRate?: number): Promise<SpeechSynthesiser>;
  readonly server: {
    readonly refusals: number[];
    readonly received: readonly { readonly url: URL }[];
    readonly sockets: ReadonlySet<{ send(text: string): void }>;
    /** How long the vendor takes before it begins, and what to call when it is requested to speak. */
    readonly manner: { slowMs: number; onRequest?: () => void };
    cut(): void;
  };
  /** How many samples the vendor makes of a text. */
  samplesIn(text: string, sampleRate: number): number;
}

const LONG = 'This is long enough to be interrupted long before its end has come.';
const GARBAGE = ['{', 'null', '[]', '"x"', '7', '', '{"type":null}', '{"type":"chunk","data":5}', '\u0000'];

/** Every vendor of the tests speaks a steady tone of this loudness: whatever else is heard was decoded wrongly. */
const LOUDNESS = 5_000;
const isTone = (pieces: readonly Int16Array[]): boolean =>
  pieces.every((piece) => piece.every((sample) => Math.abs(sample - LOUDNESS) <= 200));

const lengthOf = (pieces: readonly Int16Array[]): number => pieces.reduce((sum, { length }) => sum + length, 0);

/** What comes of a vendor that answers so, be it when it is opened or when it is asked to speak. */
async function refusedWith(vendor: TtsVendor, status: number): Promise<VendorFailure> {
  vendor.server.refusals.push(status, status);
  try {
    const voice = await vendor.open();
    await synthesisedChunks(voice, 'Hello.');
  } catch (failure) {
    if (failure instanceof VendorFailure) return failure;
    throw failure;
  }
  throw new Error('It spoke all the same');
}

async function interruptedAtOnce(voice: SpeechSynthesiser, text: string): Promise<void> {
  const stop = new AbortController();
  for await (const piece of voice.synthesise(text, stop.signal)) {
    assert.isAbove(piece.length, 0);
    stop.abort();
  }
}

/** A reply of two texts, the second known while the first is spoken. */
async function replied(voice: SpeechSynthesiser, text: string): Promise<void> {
  const speech = {};
  const first = synthesisedChunks(voice, text, never(), { speech });
  voice.prepare?.('Yes.', speech);
  await first;
  await synthesisedChunks(voice, 'Yes.', never(), { speech });
  voice.endSpeech?.(speech);
}

/** A reply that is given up before its second text. */
async function abandoned(voice: SpeechSynthesiser, text: string): Promise<void> {
  const speech = {};
  const first = synthesisedChunks(voice, text, never(), { speech });
  voice.prepare?.('Yes.', speech);
  await first;
  voice.endSpeech?.(speech);
}

/** The guarantees of a TTS vendor's adapter, beyond those of every synthesiser. */
export const speakingVendorContract: Contract<TtsVendor> = {
  'speaks the whole text, one after another and two at a time': async (vendor) => {
    const voice = await vendor.open();
    const { sampleRate } = voice;
    for (const text of ['Hello.', 'Good morning.']) {
      const pieces = await synthesisedChunks(voice, text);
      assert.equal(lengthOf(pieces), vendor.samplesIn(text, sampleRate));
      assert.isTrue(isTone(pieces), 'the sound is that of the vendor');
    }
    const both = await Promise.all(['One moment.', 'Yes, of course.'].map((text) => synthesisedChunks(voice, text)));
    assert.deepEqual(
      both.map(lengthOf),
      ['One moment.', 'Yes, of course.'].map((text) => vendor.samplesIn(text, sampleRate)),
    );
    voice.close();
  },

  'does not hear what still comes of an interrupted text': async (vendor) => {
    const voice = await vendor.open();
    for (let times = 0; times < 3; times += 1) {
      await interruptedAtOnce(voice, LONG);
      const samples = lengthOf(await synthesisedChunks(voice, 'Yes.'));
      assert.equal(samples, vendor.samplesIn('Yes.', voice.sampleRate));
    }
    voice.close();
  },

  'ends quietly when it is interrupted before the first sound': async (vendor) => {
    const voice = await vendor.open();
    vendor.server.manner.slowMs = 60_000;
    const stop = new AbortController();
    vendor.server.manner.onRequest = () => stop.abort();
    const speaking = synthesisedChunks(voice, LONG, stop.signal);
    let isOver = false;
    void speaking.finally(() => (isOver = true)).catch(() => undefined);
    await eventually(() => isOver, 'the end of the interrupted text');
    assert.isEmpty(await speaking);
    voice.close();
  },

  'waits for a vendor who is slow': async (vendor) => {
    const voice = await vendor.open();
    vendor.server.manner.slowMs = 300;
    assert.equal(lengthOf(await synthesisedChunks(voice, 'Hello.')), vendor.samplesIn('Hello.', voice.sampleRate));
    voice.close();
  },

  'fails permanently when it is answered 401, and does not ask again': async (vendor) => {
    assert.isFalse((await refusedWith(vendor, 401)).retryable);
    assert.lengthOf(vendor.server.received, 1);
  },

  'may be tried again when it is answered 429 or 503, and speaks then': async (vendor) => {
    for (const status of [429, 503]) {
      assert.isTrue((await refusedWith(vendor, status)).retryable, String(status));
      vendor.server.refusals.length = 0;
      const { length } = vendor.server.received;
      const voice = await vendor.open();
      assert.equal(lengthOf(await synthesisedChunks(voice, 'Hello.')), vendor.samplesIn('Hello.', voice.sampleRate));
      assert.isAbove(vendor.server.received.length, length);
      voice.close();
    }
  },

  'may be tried again when the connection drops, and speaks the next text': async (vendor) => {
    const voice = await vendor.open();
    const outcome: unknown = await (async () => {
      let isCut = false;
      for await (const piece of voice.synthesise(LONG, new AbortController().signal)) {
        assert.isAbove(piece.length, 0);
        if (!isCut) vendor.server.cut();
        isCut = true;
      }
    })().catch((failure: unknown) => failure);
    assert.instanceOf(outcome, VendorFailure);
    assert.isTrue(outcome.retryable);
    assert.equal(lengthOf(await synthesisedChunks(voice, 'Hello.')), vendor.samplesIn('Hello.', voice.sampleRate));
    voice.close();
  },

  'makes nothing of garbage': async (vendor) => {
    const voice = await vendor.open();
    const speaking = synthesisedChunks(voice, 'Hello.');
    for (const socket of vendor.server.sockets) for (const garbage of GARBAGE) socket.send(garbage);
    assert.equal(lengthOf(await speaking), vendor.samplesIn('Hello.', voice.sampleRate));
    voice.close();
  },

  'speaks at the rate of the telephone for the telephone': async (vendor) => {
    const voice = await vendor.open(8_000);
    assert.equal(voice.sampleRate, 8_000);
    const pieces = await synthesisedChunks(voice, 'Hello.');
    assert.equal(lengthOf(pieces), vendor.samplesIn('Hello.', 8_000));
    assert.isTrue(isTone(pieces), 'the sound is that of the vendor');
    voice.close();
  },

  'keeps its key out of addresses and failures': async (vendor) => {
    const failure = await refusedWith(vendor, 401);
    assert.notInclude(`${failure.message} ${String(failure.cause)}`, vendor.key);
    for (const { url } of vendor.server.received) assert.notInclude(url.href, vendor.key);
  },
};

/** What they promise a process that runs for months. */
export const tidySpeakerContract: Contract<TtsVendor> = {
  'leaves nothing behind after 500 sessions, of which some break': (vendor) =>
    leavesNothing({
      open: () => vendor.open(),
      use(voice, session) {
        const uses = [
          synthesisedChunks,
          interruptedAtOnce,
          session % 100 === 2 ? replied : synthesisedChunks,
          abandoned,
        ] as const;
        return uses[session % uses.length]!(voice, 'Hello.').catch((failure: unknown) =>
          assert.instanceOf(failure, VendorFailure),
        );
      },
      cut: () => vendor.server.cut(),
      connections: () => vendor.server.sockets.size,
    }),
};
