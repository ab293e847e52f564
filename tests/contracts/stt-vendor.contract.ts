import { assert } from 'chai';
import { decodeMulaw } from '../../domain/audio/mulaw.ts';
import type {
  Transcription,
  TranscriptionListener,
  TranscriptionOptions,
} from '../../application/ports/speech-to-text.ts';
import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import type { Contract } from '../support/contract.ts';
import { manualTimers } from '../support/manual-timers.ts';
import { hand, Listener, say, type TranscriptionStand } from './speech-to-text.contract.ts';
import { leavesNothing } from './tidiness.ts';
import { eventually } from '../support/eventually.ts';

/** A vendor's adapter, and a server that follows the vendor's documentation. */
export interface SttVendor extends TranscriptionStand {
  readonly key: string;
  /** The vendor's fault messages, and whether a new connection may help. */
  readonly faults: readonly { readonly message: object; readonly retryable: boolean }[];
  open(listener: TranscriptionListener, options?: TranscriptionOptions): Promise<Transcription>;
  readonly server: {
    /** Statuses that the next requests are answered with. */
    readonly refusals: number[];
    readonly received: readonly { readonly url: URL }[];
    readonly sockets: ReadonlySet<{ send(text: string): void }>;
    /** How long the vendor takes for each answer. */
    readonly manner: { slowMs: number };
    /** All the audio that came, as it came. */
    receivedAudio(): Uint8Array;
    cut(): void;
    /** Nothing goes over the present connections any more. */
    freeze(): void;
  };
}

/** Longer than any vendor is waited for. In milliseconds. */
const TOO_LONG = 3_000;

const GARBAGE = ['{', 'null', '[]', '"x"', '7', '', '{"type":null}', '{"type":"transcript","data":5}', '\u0000'];

/** What comes of a vendor that answers so, be it when it is opened or when it is asked for words. */
async function refusedWith(vendor: SttVendor, status: number): Promise<VendorFailure> {
  vendor.server.refusals.push(status, status);
  const listener = new Listener();
  try {
    const transcription = await vendor.open(listener);
    await say(vendor, transcription, vendor.texts[1]);
    const outcome = await listener.next();
    transcription.close();
    assert.property(outcome, 'failure');
    return (outcome as { failure: VendorFailure }).failure;
  } catch (failure) {
    if (failure instanceof VendorFailure) return failure;
    throw failure;
  }
}

/** What every adapter of a vendor who listens promises, beyond what every transcription does. */
export const sttVendorContract: Contract<SttVendor> = {
  'tells words while the caller speaks, and then the final ones': async (vendor) => {
    const listener = new Listener();
    const transcription = await vendor.open(listener);
    transcription.startUtterance();
    hand(transcription, await vendor.saying(vendor.texts[0]), vendor.sampleRate);
    await eventually(() => listener.transcripts.length > 0, 'words on the way');
    assert.isFalse(listener.transcripts[0]?.final);
    transcription.endUtterance();
    assert.deepEqual(await listener.next(), { text: vendor.texts[0] });
    transcription.close();
  },

  'fails permanently when it is answered 401, and does not ask again': async (vendor) => {
    const failure = await refusedWith(vendor, 401);
    assert.isFalse(failure.retryable);
    assert.lengthOf(vendor.server.received, 1);
  },

  'may be tried again when it is answered 429 or 503, and hears then': async (vendor) => {
    for (const status of [429, 503]) {
      assert.isTrue((await refusedWith(vendor, status)).retryable, String(status));
      vendor.server.refusals.length = 0;
      const { length } = vendor.server.received;
      const listener = new Listener();
      const transcription = await vendor.open(listener);
      await say(vendor, transcription, vendor.texts[0]);
      assert.deepEqual(await listener.next(), { text: vendor.texts[0] });
      assert.isAbove(vendor.server.received.length, length);
      transcription.close();
    }
  },

  'loses no word when the connection drops in the middle': async (vendor) => {
    const [text] = vendor.texts;
    const words = await vendor.saying(text);
    const listener = new Listener();
    const transcription = await vendor.open(listener);
    transcription.startUtterance();
    hand(transcription, words.subarray(0, vendor.sampleRate / 5), vendor.sampleRate);
    const { length } = vendor.server.received;
    const isOnSocket = vendor.server.sockets.size > 0;
    vendor.server.cut();
    if (isOnSocket)
      await eventually(
        () => vendor.server.received.length > length && vendor.server.sockets.size === 1,
        'a connection',
      );
    hand(transcription, words.subarray(vendor.sampleRate / 5), vendor.sampleRate);
    transcription.endUtterance();
    assert.deepEqual(await listener.next(), { text });
    transcription.close();
  },

  'reconnects before the next utterance when the connection drops in silence': async (vendor) => {
    const listener = new Listener();
    const transcription = await vendor.open(listener);
    const { length } = vendor.server.received;
    vendor.server.cut();
    await eventually(
      () => vendor.server.received.length === 2 * length && vendor.server.sockets.size === 1,
      'a connection',
    );
    await say(vendor, transcription, vendor.texts[0]);
    assert.deepEqual(await listener.next(), { text: vendor.texts[0] });
    assert.lengthOf(vendor.server.received, 2 * length);
    transcription.close();
  },

  'says again what was said over a connection that fell silent': async (vendor) => {
    const time = manualTimers();
    const listener = new Listener();
    const transcription = await vendor.open(listener);
    vendor.server.freeze();
    await say(vendor, transcription, vendor.texts[0]);
    time.pass(TOO_LONG);
    assert.deepEqual(await listener.next(), { text: vendor.texts[0] });
    transcription.close();
  },

  'fails on a fault message in mid-utterance, without retry if the fault is permanent': async (vendor) => {
    assert.isNotEmpty(vendor.faults);
    for (const { message, retryable } of vendor.faults) {
      const listener = new Listener();
      const transcription = await vendor.open(listener);
      transcription.startUtterance();
      hand(transcription, await vendor.saying(vendor.texts[1]), vendor.sampleRate);
      for (const socket of vendor.server.sockets) socket.send(JSON.stringify(message));
      vendor.server.refusals.push(503);
      const outcome = await listener.next();
      assert.propertyVal('failure' in outcome && outcome.failure, 'retryable', retryable, JSON.stringify(message));
      transcription.close();
      vendor.server.refusals.length = 0;
    }
  },

  'makes nothing of garbage': async (vendor) => {
    const listener = new Listener();
    const transcription = await vendor.open(listener);
    transcription.startUtterance();
    for (const socket of vendor.server.sockets) for (const garbage of GARBAGE) socket.send(garbage);
    hand(transcription, await vendor.saying(vendor.texts[1]), vendor.sampleRate);
    transcription.endUtterance();
    assert.deepEqual(await listener.next(), { text: vendor.texts[1] });
    transcription.close();
  },

  'waits for a vendor who is slow': async (vendor) => {
    const listener = new Listener();
    const transcription = await vendor.open(listener);
    vendor.server.manner.slowMs = 300;
    await say(vendor, transcription, vendor.texts[1]);
    assert.deepEqual(await listener.next(), { text: vendor.texts[1] });
    transcription.close();
  },

  'lets go when it is closed in the middle of an utterance': async (vendor) => {
    const listener = new Listener();
    const transcription = await vendor.open(listener);
    transcription.startUtterance();
    hand(transcription, await vendor.saying(vendor.texts[0]), vendor.sampleRate);
    transcription.close();
    const { length } = listener.transcripts;
    await eventually(() => vendor.server.sockets.size === 0, 'the end of the connection');
    assert.lengthOf(listener.transcripts, length);
  },

  'keeps its key out of addresses and failures': async (vendor) => {
    const failure = await refusedWith(vendor, 401);
    assert.notInclude(`${failure.message} ${String(failure.cause)}`, vendor.key);
    for (const { url } of vendor.server.received) assert.notInclude(url.href, vendor.key);
  },

  'passes the audio of the telephone on as it is': async (vendor) => {
    const mulaw = Uint8Array.from({ length: 1_600 }, (_, at) => (at * 7) % 256);
    const transcription = await vendor.open(new Listener(), { sampleRate: 8_000, language: 'en' });
    transcription.startUtterance();
    hand(transcription, decodeMulaw(mulaw), 8_000);
    transcription.endUtterance();
    const want = decodeMulaw(mulaw);
    await eventually(() => vendor.server.receivedAudio().length >= mulaw.length, 'the audio');
    assert.deepEqual(decodeMulaw(vendor.server.receivedAudio().subarray(0, mulaw.length)), want);
    transcription.close();
  },
};

/** What they promise a process that runs for months. */
export const tidySttContract: Contract<SttVendor> = {
  'leaves nothing behind after 500 sessions, of which some break': (vendor) =>
    leavesNothing({
      open: () => vendor.open(new Listener()),
      use(transcription, session) {
        transcription.startUtterance();
        hand(transcription, new Int16Array(vendor.sampleRate / 25), vendor.sampleRate);
        if (session % 2) transcription.endUtterance();
        return session % 3 ? new Promise((resolve) => setTimeout(resolve, 2)) : null;
      },
      cut: () => vendor.server.cut(),
      connections: () => vendor.server.sockets.size,
    }),
};
