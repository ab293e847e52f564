import { assert } from 'chai';
import { network } from '../../adapters/lib/network.ts';
import { carelessly, countingServer, leadingHere, nameOf, places } from './provider-places.ts';

/** Notations of this machine's address, and a name that resolves elsewhere first and then to it. */
const HERE = ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '[::ffff:127.0.0.1]', 'localhost', 'rebound.example'];

describe('local address in provider settings', () => {
  let here: Awaited<ReturnType<typeof countingServer>>;
  before(async () => (here = await countingServer()));

  /** Providers that would send their secrets anywhere: what keeps them away is the address alone. */
  const openers = (allowPrivate: boolean) => carelessly(network({ allowPrivate, resolve: leadingHere(HERE) }));

  it('is reachable only if the operator allows it, in any notation', async function () {
    const open = await here.leading(places, `http://127.0.0.1:${here.port}`, openers(true));
    // Without these the test would prove nothing.
    assert.includeMembers(open.map(nameOf), [
      'llm openai_compatible base_url',
      'llm azure_openai endpoint',
      'stt deepgram base_url',
      'tts elevenlabs base_url',
      'telephony exotel api_base_url',
    ]);
    assert.isAbove(open.length, 25);
    for (const host of HERE)
      assert.deepEqual(await here.leading(open, `http://${host}:${here.port}`, openers(false)), [], host);
  });
});
