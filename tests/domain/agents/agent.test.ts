import { assert } from 'chai';
import { agentName, requireKnownField, telephonyProviderOf, wantedStatus } from '../../../domain/agents/agent.ts';
import { refusal } from './known-providers.ts';

describe('agent', () => {
  it('requires a trimmed name of 1 to 200 characters', () => {
    assert.equal(agentName('  Receptionist '), 'Receptionist');
    for (const character of ['a', '🎧']) assert.equal(agentName(character.repeat(200)), character.repeat(200));
    assert.equal(
      refusal(() => agentName('  ')),
      'name is required',
    );
    for (const broken of ['Front\u0000desk', 'Front\ud83ddesk'])
      assert.equal(
        refusal(() => agentName(broken)),
        'name must not contain control characters or invalid Unicode',
      );
    assert.equal(
      refusal(() => agentName('a'.repeat(201))),
      'name must have at most 200 characters',
    );
  });

  it('is archived and restored by status or archived, and rejects contradictions', () => {
    for (const change of [{ archived: true }, { status: 'archived' }, { status: 'archived', archived: true }] as const)
      assert.equal(wantedStatus(change), 'archived');
    for (const change of [{ archived: false }, { status: 'active' }, { status: 'active', archived: false }] as const)
      assert.equal(wantedStatus(change), 'active');
    for (const change of [
      { status: 'active', archived: true },
      { status: 'archived', archived: false },
    ] as const)
      assert.match(
        refusal(() => wantedStatus(change)),
        /contradict/,
      );
  });

  it('rejects an update without any known field', () => {
    for (const change of [{}, { name: 'Desk', colour: 'blue' }]) requireKnownField(change);
    for (const change of [{ colour: 'blue' }, JSON.parse('{"__proto__":{"name":"x"}}') as object])
      assert.equal(
        refusal(() => requireKnownField(change)),
        'No field of an agent was sent: send at least one of name, agent_category, telephony_provider, config, status, archived',
      );
  });

  it('requires a telephony provider for telephony and rejects one for websocket', () => {
    assert.equal(telephonyProviderOf('telephony', ' plivo '), 'plivo');
    assert.isNull(telephonyProviderOf('websocket', null));
    for (const named of [null, ' '])
      assert.equal(
        refusal(() => telephonyProviderOf('telephony', named)),
        'telephony_provider is required for a telephony agent',
      );
    assert.equal(
      refusal(() => telephonyProviderOf('websocket', 'plivo')),
      'telephony_provider must be omitted for a websocket agent',
    );
  });
});
