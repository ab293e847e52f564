import { orderedSttProtocol } from '../../../adapters/providers/_speech/ordered-stt-protocol.ts';
import type { StreamingSttVendor } from '../../../adapters/providers/_speech/stt-protocol.ts';
import type { SocketListener } from '../../../adapters/lib/web-socket.ts';
import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';

/** A vendor without a network: records what each connection receives, and sends what the test wants. */
export function fakeStreamedVendor(more: Partial<StreamingSttVendor> = {}) {
  const links: { readonly reported: string[]; readonly says: SocketListener; isClosed: boolean }[] = [];
  const refusals: VendorFailure[] = [];
  const received: WeakRef<Int16Array>[] = [];
  let attempts = 0;
  const vendor: StreamingSttVendor = {
    name: 'acme',
    endpointingMs: 300,
    sampleRate: 16_000,
    finalTimeoutMs: 1_000,
    keepAlive: null,
    closeMessage: null,
    async connect(says) {
      attempts += 1;
      const refusal = refusals.shift();
      if (refusal) throw refusal;
      const link = { reported: [] as string[], says, isClosed: false };
      links.push(link);
      return {
        send: (message) => void link.reported.push(String(message)),
        ping: () => void link.reported.push('ping'),
        close: () => void (link.isClosed = true),
      };
    },
    openProtocol: () =>
      orderedSttProtocol({
        startMessages: ['begin'],
        audio(pcm) {
          received.push(new WeakRef(pcm));
          return `${pcm[0]}`;
        },
        endMessage: 'finish',
        read(message, turns) {
          if (message.startsWith('partial ')) return turns.interim(message.slice(8));
          if (!message.startsWith('final ')) return null;
          turns.addFinal(message.slice(6));
          return turns.endUtterance();
        },
      }),
    ...more,
  };
  return {
    vendor,
    links,
    refusals,
    /** All audio it was given, as far as it is still kept by anybody. */
    received,
    attempts: () => attempts,
  };
}

/** Once all that does not wait for time has happened. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
