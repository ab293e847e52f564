import { assert } from 'chai';
import type { AgentTelephony } from '../../../domain/agents/agent.ts';
import {
  agentUrls,
  applicationName,
  isOutdated,
  orphanedTelephony,
  providerAfter,
} from '../../../domain/agents/provisioning.ts';
import { DomainError } from '../../../domain/errors.ts';

const ids = { agent_id: 'a1', org_id: 'o1' };
const plivo: AgentTelephony = { provider: 'plivo', application_id: '7', ...agentUrls('https://v.example.com', ids) };
const onPhone = { agent_category: 'telephony', telephony: plivo } as const;
const inBrowser = { agent_category: 'websocket', telephony: null } as const;

describe('agent provisioning', () => {
  it('builds webhook URLs with the ids of agent and organisation', () => {
    for (const base of ['https://v.example.com', 'https://v.example.com/', 'https://v.example.com//'])
      assert.deepEqual(agentUrls(base, ids), {
        answer_url: 'https://v.example.com/answer?agent_id=a1&org_id=o1',
        hangup_url: 'https://v.example.com/hangup?agent_id=a1&org_id=o1',
      });
    assert.equal(
      agentUrls('http://127.0.0.1:7860/voice', { agent_id: 'a&b', org_id: 'o 1' }).answer_url,
      'http://127.0.0.1:7860/voice/answer?agent_id=a%26b&org_id=o%201',
    );
  });

  it('throws misconfigured without a voice server URL', () => {
    assert.throws(() => agentUrls(null, ids), DomainError, 'VOICE_SERVER_BASE_URL is not set');
  });

  it('names applications by agent id in portable characters', () => {
    assert.match(applicationName({ agent_id: '3f0c7f0e-6f0b-4c1e-9a56-0f3c2c1d7e11' }), /^[a-zA-Z0-9-]{1,60}$/);
  });

  const changes: readonly [Parameters<typeof providerAfter>, string | null | RegExp][] = [
    [[onPhone, {}], 'plivo'],
    [[onPhone, { telephony_provider: null }], 'plivo'],
    [[onPhone, { agent_category: 'telephony' }], 'plivo'],
    [[onPhone, { telephony_provider: 'vobiz' }], 'vobiz'],
    [[onPhone, { telephony_provider: ' vobiz ' }], 'vobiz'],
    [[onPhone, { agent_category: 'websocket' }], null],
    [[inBrowser, {}], null],
    [[inBrowser, { agent_category: 'telephony', telephony_provider: 'vobiz' }], 'vobiz'],
    [[onPhone, { telephony_provider: '' }], /is required/],
    [[inBrowser, { agent_category: 'telephony' }], /is required/],
    [[inBrowser, { telephony_provider: 'vobiz' }], /must be omitted/],
    [[onPhone, { agent_category: 'websocket', telephony_provider: 'plivo' }], /must be omitted/],
  ];
  for (const [[agent, change], expected] of changes)
    it(`changes the provider of a ${agent.agent_category} agent with ${JSON.stringify(change)} to ${String(expected)}`, () => {
      if (expected instanceof RegExp) assert.throws(() => providerAfter(agent, change), expected);
      else assert.equal(providerAfter(agent, change), expected);
    });

  it('finds an orphaned application only after a provider change', () => {
    assert.equal(orphanedTelephony(onPhone, 'vobiz'), plivo);
    assert.equal(orphanedTelephony(onPhone, null), plivo);
    assert.isNull(orphanedTelephony(onPhone, 'plivo'));
    assert.isNull(orphanedTelephony(inBrowser, 'plivo'));
    assert.isNull(orphanedTelephony(inBrowser, null));
  });

  it('is outdated when one of the URLs differs', () => {
    assert.isFalse(isOutdated(plivo, agentUrls('https://v.example.com', ids)));
    assert.isTrue(isOutdated(plivo, agentUrls('https://w.example.com', ids)));
    const { hangup_url: _none, ...older } = plivo;
    assert.isTrue(isOutdated(older, plivo));
  });
});
