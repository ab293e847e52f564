import { assert } from 'chai';
import { callWebhooks, dialledStreamUrl, transferWebhooks } from '../../../domain/calls/call-webhooks.ts';

const BASE = 'https://voice.example.com';
const CALL = { agent_id: 'a1', org_id: 'o 1', call_id: 'c1' };
const QUERY = 'agent_id=a1&org_id=o%201&call_id=c1';

describe('the webhooks of a call', () => {
  it('name the call, below the address of the runtime', () => {
    const urls = {
      answerUrl: `${BASE}/answer?${QUERY}`,
      hangupUrl: `${BASE}/hangup?${QUERY}`,
      machineUrl: `${BASE}/machine?${QUERY}`,
    };
    assert.deepEqual(callWebhooks(BASE, CALL), urls);
    assert.deepEqual(callWebhooks(`${BASE}//`, CALL), urls);
  });

  it('name the run, the language, the leg and the step of a transfer', () => {
    const { answerUrl, statusUrl } = transferWebhooks(BASE, CALL, { run: 3, language: 'pt-BR ' });
    const about = `${QUERY}&run=3&language=pt-BR%20`;
    assert.equal(answerUrl('target'), `${BASE}/transfer?${about}&leg=target`);
    assert.equal(answerUrl('caller', 'briefed'), `${BASE}/transfer?${about}&leg=caller&step=briefed`);
    assert.equal(statusUrl, `${BASE}/transfer-status?${about}`);
  });

  it('need the address of the runtime', () => {
    assert.throws(() => callWebhooks(null, CALL), 'VOICE_SERVER_BASE_URL is not set');
    assert.throws(() => transferWebhooks(null, CALL, { run: 1, language: 'en' }), 'VOICE_SERVER_BASE_URL is not set');
  });

  it('become the address of the media socket where a carrier opens it at once', () => {
    const { answerUrl } = callWebhooks(BASE, CALL);
    assert.equal(dialledStreamUrl(answerUrl, 'vonage'), 'wss://voice.example.com/carrier/vonage/o%201/a1/c1');
  });
});
