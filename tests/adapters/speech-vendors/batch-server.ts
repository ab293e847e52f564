import { assert } from 'chai';
import type { SttProvider } from '../../../adapters/providers/define.ts';
import type { Settings } from '../../../adapters/providers/settings.ts';
import type { SttVendor } from '../../contracts/stt-vendor.contract.ts';
import { Listener, say } from '../../contracts/speech-to-text.contract.ts';
import type { Contract } from '../../support/contract.ts';
import { lettersIn } from '../providers/letter-audio.ts';
import { vendorServer, type VendorRequest } from '../providers/vendor-server.ts';
import { anywhere, transcriptions } from '../providers/vendor-stands.ts';

/** A vendor who takes whole recordings: what is in a request, and how it is answered. */
export interface BatchDialect {
  pcmOf(request: VendorRequest): Uint8Array;
  answer(text: string): object;
  /** Answers requests that are about something else. */
  aside?(request: VendorRequest): object | null;
}

/** A stand of such a vendor. */
export async function batch(
  provider: SttProvider,
  dialect: BatchDialect,
  settings: (url: string) => Settings,
  key: string,
) {
  const manner = { slowMs: 0 };
  const server = await vendorServer({
    http(request, response) {
      const aside = dialect.aside?.(request);
      const answer = aside ?? dialect.answer(lettersIn(Uint8Array.from(dialect.pcmOf(request))));
      const reply = (): void =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      setTimeout(reply, manner.slowMs);
    },
  });
  const reached = anywhere();
  const all = settings(server.url);
  return {
    ...transcriptions(provider, server, all),
    key,
    faults: [],
    open: (listener, options = { sampleRate: 16_000, language: 'en' }) =>
      provider.open(all, options, listener, reached),
    /** What it is asked twice before an utterance is lost. */
    async breakDown() {
      server.refusals.push(503, 503);
    },
    server: Object.assign(server, { manner, receivedAudio: () => new Uint8Array(0) }),
  } satisfies SttVendor;
}

/** What such a vendor cannot promise. */
export const WHOLE_RECORDINGS = {
  'tells words while the caller speaks, and then the final ones': 'it hears an utterance when it is over',
  'passes the audio of the telephone on as it is': 'it takes a file of PCM',
  'fails on a fault message in mid-utterance, without retry if the fault is permanent': 'it answers so, see there',
  'reconnects before the next utterance when the connection drops in silence': 'it has a connection for each utterance',
  'says again what was said over a connection that fell silent': 'it has a connection for each utterance',
  'loses an utterance when it breaks down, and understands the next one': 'it asks once more, see there',
};

/** What it promises instead. */
export const wholeRecordingsContract: Contract<SttVendor> = {
  'asks twice before an utterance is lost, and understands the next one': async (vendor) => {
    const listener = new Listener();
    const line = await vendor.open(listener);
    const { length } = vendor.server.received;
    await vendor.breakDown();
    await say(vendor, line, 'one');
    const lost = await listener.next();
    assert.isTrue('failure' in lost && lost.failure.retryable);
    assert.lengthOf(vendor.server.received, length + 2);
    await say(vendor, line, 'two');
    assert.deepEqual(await listener.next(), { text: 'two' });
    line.close();
  },
};
