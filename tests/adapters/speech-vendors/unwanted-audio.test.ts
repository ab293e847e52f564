import { assert } from 'chai';
import { HttpSynthesiser } from '../../../adapters/providers/_speech/http-synthesiser.ts';
import { SynthesisedText } from '../../../adapters/providers/_speech/synthesised-text.ts';
import { cartesiaTts } from '../../../adapters/providers/cartesia/tts.ts';
import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { synthesisedChunks } from '../../contracts/text-to-speech.contract.ts';
import { vendorServer } from '../providers/vendor-server.ts';
import { anywhere, failureOf } from '../providers/vendor-stands.ts';
import { sonic } from './cartesia-server.ts';
import { speaking } from './stands.ts';
import { eventually } from '../../support/eventually.ts';

const RATE = 8_000;
const MINUTE = 60 * RATE;

describe('unread audio', () => {
  it('is kept for two minutes of a text at most: more is a fault of the voice', async () => {
    const utterance = new SynthesisedText('Hello.', RATE);
    for (let minutes = 0; minutes < 2; minutes += 1) utterance.push({ audio: new Int16Array(MINUTE) }, 0);
    assert.equal(utterance.audio.unread, 2 * MINUTE);
    utterance.push({ audio: new Int16Array(1) }, 0);
    assert.equal(utterance.audio.unread, 0);
    utterance.push({ audio: new Int16Array(MINUTE) }, 0);
    assert.equal(utterance.audio.unread, 0);
    const failure = await failureOf(utterance.audio[Symbol.asyncIterator]().next());
    assert.isTrue(failure.retryable);
  });

  it('counts as long as it is not heard', async () => {
    const utterance = new SynthesisedText('Hello.', RATE);
    const received = utterance.audio[Symbol.asyncIterator]();
    for (let minutes = 0; minutes < 5; minutes += 1) {
      utterance.push({ audio: new Int16Array(MINUTE) }, 0);
      assert.lengthOf((await received.next()).value as Int16Array, MINUTE);
    }
  });

  it('ends a text whose voice does not end, and the next is spoken', async () => {
    const vendor = speaking(cartesiaTts, await sonic());
    const voice = await vendor.open(RATE);
    vendor.server.manner.slowMs = 60_000;
    const pieces = voice.synthesise('Hello.', new AbortController().signal)[Symbol.asyncIterator]();
    const first = pieces.next();
    await eventually(() => vendor.server.connections[0]!.texts.length > 0, 'the request');
    const data = Buffer.alloc(MINUTE, 0xff).toString('base64');
    const flood = JSON.stringify({ type: 'chunk', data, done: false, status_code: 206, context_id: 'utterance-1' });
    for (const socket of vendor.server.sockets) for (let minutes = 0; minutes < 4; minutes += 1) socket.send(flood);
    assert.isFalse((await first).done);
    const hear = async (): Promise<void> => {
      for (let piece = await pieces.next(); !piece.done;) {
        await new Promise((resolve) => setImmediate(resolve));
        piece = await pieces.next();
      }
    };
    const failure: unknown = await hear().catch((reason: unknown) => reason);
    assert.match((failure as VendorFailure).message, /without end/);
    vendor.server.manner.slowMs = 0;
    assert.isNotEmpty(await synthesisedChunks(voice, 'Yes.'));
    voice.close();
  });

  it('is not waited for, nor is its connection kept, when it is none', async () => {
    const server = await vendorServer({
      http: (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).write('<p>'),
    });
    const network = anywhere();
    const asking = { vendor: 'acme', url: new URL(server.url), headers: {}, body: '', network };
    const voice = new HttpSynthesiser({ sampleRate: RATE, requestFor: () => asking });
    assert.match((await failureOf(synthesisedChunks(voice, 'Hello.'))).message, /other than PCM/);
    await eventually(() => server.hangUps === 1, 'the end of the connection');
    voice.close();
  });
});
