import { assert } from 'chai';
import type { Agent } from '../../domain/agents/agent.ts';
import { openPlatform, type OpenPlatform } from '../support/platform.ts';
import { loudMsIn } from './recorded-sound.ts';
import { TIMEOUT_MS } from './telephone.ts';
import { RESTAURANT_AGENT } from './telephone-agent.ts';
import { transferringTelephone, withScriptedSpeech, type TransferringTelephone } from './transfer-agent.ts';

const { config } = RESTAURANT_AGENT;

/** An agent that answers each key with what these rules say. */
const answering = (greeting_message: string, rules: readonly object[], otherwise: string) => ({
  ...config,
  prompts: { system_prompt: 'Help with {{order}}.', greeting_message },
  custom_variables: { order: 'nothing' },
  models: { ...config.models, llm_config: { provider: 'script', rules, otherwise } },
});

/** How long the voice of these tests sounds for each sentence, in ms. */
const SENTENCE_MS = 200;

describe('handovers over the simulated carrier', function () {
  this.timeout(2 * TIMEOUT_MS);
  let platform: OpenPlatform;
  let telephone: TransferringTelephone;
  let billing: Agent;
  before(async () => {
    platform = await openPlatform({ services: ['api', 'runtime', 'simulator'], prepare: withScriptedSpeech });
    telephone = await transferringTelephone(platform);
    const { api, agentId } = telephone;
    const billingConfig = answering('Not heard.', [{ when: 'keypad\\] 2', say: 'It is paid.' }], 'This is billing.');
    const made = { name: 'Billing desk', agent_category: 'websocket', config: billingConfig };
    billing = await api.ask<Agent>('POST', '/agents', made);
    const call = { tool: 'hand_over', arguments: { target: 'billing', order: '4711' } };
    const fields = [{ name: 'order', type: 'digits', description: 'The order.' }];
    const target = {
      name: 'billing',
      agent_id: billing.agent_id,
      description: 'Invoices.',
      say: 'One moment.',
      fields,
    };
    await api.ask('PATCH', `/agents/${agentId}`, {
      config: {
        ...answering('Hello.', [{ when: 'keypad\\] 1', say: '', call }], 'Yes?'),
        handover: { targets: [target] },
      },
    });
  });

  /** A call that is handed over, in which billing answers a key. */
  async function handedOver() {
    const { api, press, played, hangUp, bySid } = telephone;
    const sid = await telephone.caller();
    await press(sid, '1#');
    // The greeting, the announcement, and the first words of billing.
    await played(sid, 3);
    const during = await bySid(sid, ({ agents = [] }) => agents.length === 2);
    await press(sid, '2#');
    await played(sid, 4);
    await hangUp(sid);
    const call = await bySid(sid);
    const transcript = Buffer.from(await api.download(`/calls/${call.call_id}/transcript`)).toString();
    const wav = await api.download(`/calls/${call.call_id}/recording`);
    return { during, call, transcript, spokenMs: loudMsIn(wav, 1) };
  }

  it('continue on the telephone with the other agent, and the log says who spoke since when', async () => {
    const { during, call, transcript, spokenMs } = await handedOver();
    assert.equal(during.status, 'in_progress');
    assert.deepInclude(call, { agent_id: telephone.agentId, status: 'completed' });
    assert.deepEqual(call.agents, during.agents);
    assert.deepEqual(
      call.agents?.map(({ agent_id, name, agent_version, target }) => [agent_id, name, agent_version, target]),
      [
        [telephone.agentId, 'Telephone desk', call.agent_version, null],
        [billing.agent_id, 'Billing desk', 1, 'billing'],
      ],
    );
    assert.deepEqual(
      call.tool_calls?.map(({ name, outcome }) => [name, outcome]),
      [['hand_over', 'ok']],
    );
    assert.match(
      transcript,
      /assistant: One moment\.\n\[.+\] handover: Telephone desk -> Billing desk\n\[.+\] assistant: This is billing\./,
    );
    assert.match(transcript, /assistant: It is paid\./);
    assert.notInclude(transcript, 'Not heard.');
    assert.isAbove(spokenMs, 3 * SENTENCE_MS, 'both agents are recorded');
  });

  it('are not recorded further by an agent that would have to ask the caller', async () => {
    const recording = { mode: 'consent', question: 'May we record?' };
    await telephone.api.ask('PATCH', `/agents/${billing.agent_id}`, { config: { ...billing.config, recording } });
    const { call, transcript, spokenMs } = await handedOver();
    assert.notInclude(transcript, 'May we record?');
    assert.match(transcript, /assistant: It is paid\./);
    assert.notProperty(call, 'recording_consent');
    assert.isAbove(spokenMs, SENTENCE_MS, 'the first agent is recorded');
    assert.isBelow(spokenMs, 3 * SENTENCE_MS, 'the other one is not');
  });
});
