import { readFile } from 'node:fs/promises';
import { assert } from 'chai';
import type { Agent } from '../../domain/agents/agent.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { ApiClient } from '../../tools/demo/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { isDelivered, openPlatform, type OpenPlatform } from '../support/platform.ts';
import { standstill } from '../support/standstill.ts';
import { utterancesIn } from '../telephony/recorded-sound.ts';

/** A stall of the machine of this length, in ms, breaks a sentence: the calls are then repeated. */
const BREAKS_A_SENTENCE_MS = 300;
const MOST_CALLS = 3;
const EXAMPLE = 'docs/examples/consent-telephone.json';
const CALLER = {
  from: '+14155550166',
  patience_ms: 20_000,
  say: [
    'Yes, that is fine.',
    'My card is four one one one one one one one one one one one one one one one.',
    'Thank you, goodbye.',
  ],
};
describe('a call without a vendor in which the number of a card is said', function () {
  this.timeout(600_000);
  let platform: OpenPlatform;
  let api: ApiClient;
  let orgId: string;
  before(async () => {
    platform = await openPlatform({ services: ['api', 'runtime', 'simulator'] });
    api = new ApiClient(platform.apiBaseUrl, 50_000);
    const newcomer = { email: 'ada@example.com', password: 'a password of the tests', organisation_name: 'Tests' };
    const session = await api.ask<{ access_token: string; org_id: string }>('POST', '/users/signup', newcomer);
    api.authorise(session.access_token);
    orgId = session.org_id;
    await api.ask('POST', '/auth', {
      provider: 'simulator',
      auth: { auth_id: 'MA1', auth_token: 'a token of the tests' },
    });
  });

  /** The example is called, with this redaction. */
  async function called(place: number, redaction: Agent['config']['redaction']) {
    const example = JSON.parse(await readFile(EXAMPLE, 'utf8')) as Agent;
    const { redaction: _kinds, ...config } = example.config;
    const agent = {
      ...example,
      name: `${example.name} ${place}`,
      config: { ...config, ...(redaction && { redaction }) },
    };
    const { agent_id: id } = await api.ask<Agent>('POST', '/agents', agent);
    const { numbers } = await api.ask<{ numbers: string[] }>('GET', '/phone-numbers/providers/simulator/inventory');
    const to = numbers[place]!;
    await api.ask('POST', '/phone-numbers/attach', { phone_number: to, provider: 'simulator', agent_id: id });
    await fetch(`${platform.simulatorUrl}/simulate/inbound`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...CALLER, to }),
    });
    const call = await eventually(async () => {
      const { calls } = await api.ask<{ calls: CallLog[] }>('GET', `/calls/org/${orgId}?agent_id=${id}`);
      return calls.find((each) => isDelivered(each) && each.recording_url !== null);
    }, 'the recording');
    const transcript = Buffer.from(await api.download(`/calls/${call.call_id}/transcript`)).toString();
    const wav = await api.download(`/calls/${call.call_id}/recording`);
    return { call, transcript, caller: utterancesIn(wav, 0) };
  }

  /** The call without and with redaction, at these two places. */
  const bothAt = (place: number) =>
    Promise.all([called(place, undefined), called(place + 1, { kinds: ['card_number'], variables: [] })]);

  it('has it neither in the transcript nor in the recording, and everything else', async () => {
    let stoodStill = standstill(BREAKS_A_SENTENCE_MS);
    let [whole, redacted] = await bothAt(0);
    for (let calls = 1; calls < MOST_CALLS && stoodStill() > 0; calls += 1) {
      stoodStill = standstill(BREAKS_A_SENTENCE_MS);
      [whole, redacted] = await bothAt(2 * calls);
    }
    assert.include(whole.transcript, 'four one one');
    assert.include(redacted.transcript, 'my card is [card_number]');
    assert.notInclude(redacted.transcript, 'four one');
    assert.equal(redacted.call.recording_consent?.answer, 'given');
    // The sentence with the number, and the goodbye. Of the sentence `my card is` is left.
    const [[sentence = 0, goodbye = 0], [rest = 0, also = 0]] = [whole.caller, redacted.caller];
    assert.lengthOf(whole.caller, 2);
    assert.lengthOf(redacted.caller, 2);
    assert.isAbove(sentence, 2_500);
    assert.isBelow(rest, 1_300);
    assert.isAbove(rest, 500);
    assert.closeTo(also, goodbye, 100);
  });
});
