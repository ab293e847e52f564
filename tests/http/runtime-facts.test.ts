import { assert } from 'chai';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { openWorld, type World } from '../support/world.ts';

describe('what only the runtime knows of a call', () => {
  let world: World;
  let fixture: AgentFixture;
  before(async () => {
    world = await openWorld();
    fixture = await openAgentFixture(world);
  });

  it('is taken from the runtime alone, and changes nothing for others', async () => {
    const at = '2026-01-31T09:30:11.000Z';
    const tool = {
      run: 1,
      name: 'pay',
      arguments: '{}',
      side_effects: true,
      outcome: 'ok',
      answer: null,
      status: 200,
    };
    const facts: readonly (readonly [object, string])[] = [
      [
        { pre_call: { outcome: 'applied', reason: null, say: null, duration_ms: 5, variables: { name: 'Ada' } } },
        'pre-call requests',
      ],
      [{ recording_consent: { answer: 'given', at } }, 'consent to the recording'],
      [
        { tool_calls: [{ ...tool, started_at: at, ended_at: at, idempotency_key: null, cause: null }] },
        'calls of tools',
      ],
      [
        { answers: [{ number: 1, at, question: 'When?', answer: 'At nine.', lookup: 'not_searched', sources: [] }] },
        'what answers are based on',
      ],
      [{ transfer: { run: 1, target: 'desk', mode: 'cold', to: '+14155550107' } }, 'transfers'],
      [{ do_not_call: { source: 'tool', at } }, 'what callers asked for: use POST /suppressions'],
      [{ stages: { entered: [{ stage: 'a', at, by: 'start' }], fields: {} } }, 'stages of a conversation'],
      [{ agents: [{ agent_id: 'a', name: 'Desk', agent_version: null, at, target: null }] }, 'handovers of a call'],
      [{ machine: 'detected' }, 'machines that answer'],
      [{ voicemail_message: 'left' }, 'messages that were left'],
      [{ caller_spoke: true }, 'that the caller spoke'],
      [{ end_reason: 'agent_ended' }, 'why a conversation ended'],
    ];
    const path = `/calls/${await fixture.registerCall()}`;
    const before = (await fixture.ask('GET', path)).body;
    for (const [fact, words] of facts) {
      const answer = await fixture.ask('PATCH', path, { body: { ...fact, status: 'completed' } });
      assert.deepInclude(answer, { status: 403, detail: `Only the runtime reports ${words}` }, answer.text);
    }
    assert.deepEqual((await fixture.ask('GET', path)).body, before);
  });
});
