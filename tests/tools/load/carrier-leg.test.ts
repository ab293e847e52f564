import { text } from 'node:stream/consumers';
import { assert } from 'chai';
import { systemClock } from '../../../adapters/system/clock.ts';
import { carrierLegs } from '../../../tools/load/carrier-leg.ts';
import { eventually } from '../../support/eventually.ts';
import { localServer } from '../../support/local-server.ts';

const STREAM = 'bidirectional="true" keepCallAlive="true" contentType="audio/x-mulaw;rate=8000"';
/** Nothing listens there. */
const CLOSED = 'ws://127.0.0.1:9/media';

describe('a call of the load generator through a carrier', () => {
  it('is reported as over where its media stream cannot be opened', async () => {
    const forms: URLSearchParams[] = [];
    const { url: base } = await localServer((request, response) => {
      void (async () => {
        forms.push(new URLSearchParams(await text(request)));
        response.end(`<Response><Stream ${STREAM}>${CLOSED}</Stream></Response>`);
      })();
    });
    const webhooks = { provider: 'simulator', answerUrl: `${base}/answer`, hangupUrl: `${base}/hangup` };
    const legs = carrierLegs({ webhooks, number: '+15550100000', token: 'token', clock: systemClock() });
    const listener = { audio: () => undefined, cleared: () => undefined };
    const failure = await legs.open(listener).catch((error: unknown) => error);
    assert.include(String(failure), 'media stream: it could not be opened');
    await eventually(() => forms.length === 2, 'the callback of the end');
    const [answer, end] = forms;
    assert.equal(end?.get('CallUUID'), answer?.get('CallUUID'));
    assert.deepEqual([end?.get('Event'), end?.get('CallStatus'), end?.get('AnswerTime')], ['Hangup', 'failed', '']);
  });
});
