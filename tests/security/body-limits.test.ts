import { assert } from 'chai';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { testConfig } from '../support/providers.ts';
import { openWorld, type World } from '../support/world.ts';

const MIB = 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };

describe('JSON body limits', () => {
  let world: World;
  let fixture: AgentFixture;
  before(async () => {
    world = await openWorld();
    fixture = await openAgentFixture(world);
  });

  const send = (method: string, path: string, raw: string) => fixture.ask(method, path, { raw, headers: JSON_TYPE });
  /** An object of exactly this many bytes, in a field that no operation has. */
  const ofBytes = (bytes: number): string => `{"filler":"${'x'.repeat(bytes - '{"filler":""}'.length)}"}`;
  /** The body of a web call with this many levels. */
  const ofLevels = (levels: number): string => {
    const inner = levels - 1;
    return `{"agent_id":"none","custom_variables":${'{"a":'.repeat(inner - 1)}{}${'}'.repeat(inner - 1)}}`;
  };
  /** An array in which there is nothing but commas and numbers: this many values, the array among them. */
  const ofValues = (values: number): string => `[${'7,'.repeat(values - 2)}7]`;

  for (const [path, method, most] of [
    ['/calls/web', 'POST', MIB],
    ['/agents', 'POST', 2 * MIB],
    ['/auth', 'POST', 64 * 1024],
    ['/calls/c1/metrics', 'PUT', MIB],
  ] as const)
    it(`allow at most ${most / 1024} KiB at ${path}`, async () => {
      assert.notEqual((await send(method, path, ofBytes(most))).status, 413);
      assert.equal((await send(method, path, ofBytes(most + 1))).status, 413);
    });

  it('allow at most 64 levels', async () => {
    assert.equal((await send('POST', '/calls/web', ofLevels(64))).status, 404);
    const deeper = await send('POST', '/calls/web', ofLevels(65));
    assert.deepInclude(deeper, { status: 422 });
    assert.include(deeper.text, '64 levels');
  });

  for (const [path, method, most] of [
    ['/calls/web', 'POST', 10_000],
    ['/agents', 'POST', 10_000],
    ['/calls/c1/metrics', 'PUT', 30_000],
  ] as const)
    it(`allow at most ${most} values at ${path}`, async () => {
      const refusal = `more than ${most} values`;
      assert.notInclude((await send(method, path, ofValues(most))).text, refusal);
      const larger = await send(method, path, ofValues(most + 1));
      assert.equal(larger.status, 422);
      assert.include(larger.text, refusal);
    });

  it('allow 1,000 list items and 200,000 characters per text in agent settings', async () => {
    const create = async (hold_messages: readonly string[]): Promise<number> => {
      const config = { ...testConfig(), behaviour: { hold_messages } };
      const { status, body } = await fixture.ask('POST', '/agents', {
        body: { name: 'Anna', agent_category: 'websocket', config },
      });
      if (status === 201) await fixture.ask('DELETE', `/agents/${(body as { agent_id: string }).agent_id}`);
      return status;
    };
    const texts = (count: number): string[] => Array.from({ length: count }, () => 'One moment.');
    const refused = [await create(texts(1_001)), await create(['x'.repeat(200_001)])];
    const taken = [await create(texts(1_000)), await create(['x'.repeat(200_000)])];
    assert.deepEqual({ refused, taken }, { refused: [422, 422], taken: [201, 201] });
  });
});
