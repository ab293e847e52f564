import { assert } from 'chai';
import { testConfig } from '../support/providers.ts';
import { invited } from '../support/staff.ts';
import { openWorld, type Signer, type World } from '../support/world.ts';

const agent = (changes: object = {}) => ({
  name: 'Receptionist',
  agent_category: 'websocket',
  config: testConfig(),
  ...changes,
});

describe('agents over HTTP', () => {
  let world: World;
  let ada: Signer;
  before(async () => (world = await openWorld()));
  let signers = 0;
  beforeEach(async () => (ada = await world.signUp(`ada${(signers += 1)}`)));

  const create = (changes: object = {}) =>
    world.ask('POST', '/api/v1/agents', { token: ada.token, body: agent(changes) });
  const created = async (changes: object = {}) => (await create(changes)).body as { agent_id: string; name: string };
  const ask = (method: string, id: string, body?: unknown) =>
    world.ask(method, `/api/v1/agents/${id}`, { token: ada.token, ...(body === undefined ? {} : { body }) });

  it('are created, read, listed, changed and deleted', async () => {
    const { status, body } = await create();
    assert.equal(status, 201);
    const made = body as { agent_id: string };
    assert.deepInclude(body as object, {
      org_id: ada.org_id,
      created_by: ada.email,
      status: 'active',
      telephony: null,
    });
    assert.deepEqual((await ask('GET', made.agent_id)).body, made);
    assert.deepEqual((await world.ask('GET', '/api/v1/agents', { token: ada.token })).body, [made]);
    const changed = await ask('PATCH', made.agent_id, { name: 'Concierge' });
    assert.equal(changed.status, 200);
    assert.deepEqual(changed.body, { ...made, name: 'Concierge', version: 2 });
    const deleted = await ask('DELETE', made.agent_id);
    assert.equal(deleted.status, 200);
    assert.deepEqual(deleted.body, { status: 'success', message: 'Agent deleted' });
    assert.deepInclude(await ask('GET', made.agent_id), { status: 404, detail: 'Agent not found' });
    assert.equal((await ask('DELETE', made.agent_id)).status, 404);
    assert.equal((await ask('PATCH', made.agent_id, {})).status, 404);
  });

  it('ignores empty changes and refuses unknown fields', async () => {
    const made = await created();
    const { updated_at: _before, ...rest } = made as typeof made & { updated_at: string };
    const same = await ask('PATCH', made.agent_id, {});
    assert.equal(same.status, 200);
    assert.deepInclude(same.body as object, rest);
    const { status, detail } = await ask('PATCH', made.agent_id, { unknown: 1 });
    assert.deepEqual(
      [status, detail],
      [
        422,
        'No field of an agent was sent: send at least one of name, agent_category, telephony_provider, config, status, archived',
      ],
    );
    assert.equal((await ask('PATCH', made.agent_id, { unknown: 1, name: 'Concierge' })).status, 200);
  });

  it('keep a stand-in for each of their models', async () => {
    const models = {
      stt_config: { provider: 'deepgram', fallback: { provider: 'local', mode: 'phrases' } },
      tts_config: { provider: 'elevenlabs', fallback: { provider: 'local', voice: 'kal16' } },
      llm_config: { provider: 'anthropic', fallback: { provider: 'groq', temperature: 0.5 } },
    };
    const { status, body } = await create({ config: { ...testConfig(), models } });
    assert.equal(status, 201);
    assert.deepEqual((body as { config: { models: object } }).config.models, models);
    const odd = { ...models, llm_config: { provider: 'groq', fallback: { provider: 'groq' } } };
    assert.deepInclude(await create({ name: 'Odd', config: { ...testConfig(), models: odd } }), {
      status: 422,
      detail: 'models.llm_config.fallback.provider must be another provider',
    });
  });

  it("store the canonical id of a language that is given as the vendor's code, and no kind or name of a model", async () => {
    const models = {
      stt_config: { kind: 'stt', name: 'Sarvam', provider: 'sarvam', language: 'hi-IN' },
      tts_config: { kind: 'tts', name: 'Sarvam', provider: 'sarvam', language: 'od-IN' },
      llm_config: { kind: 'llm', name: 'Anthropic', provider: 'anthropic', temperature: 0.5 },
    };
    const { status, body } = await create({ config: { ...testConfig(), models } });
    assert.equal(status, 201);
    assert.deepEqual((body as { config: { models: object } }).config.models, {
      stt_config: { provider: 'sarvam', language: 'hi' },
      tts_config: { provider: 'sarvam', language: 'or' },
      llm_config: { provider: 'anthropic', temperature: 0.5 },
    });
    const wrong = { ...models, stt_config: { provider: 'sarvam', language: 'fr-FR' } };
    const refused = await create({ name: 'Wrong', config: { ...testConfig(), models: wrong } });
    assert.equal(refused.status, 422);
    assert.match(refused.detail as string, /^models\.stt_config\.language must be one of: multi, as, /);
  });

  it('answer 409 to a taken name', async () => {
    await create();
    const other = await created({ name: 'Other' });
    assert.deepInclude(await create(), { status: 409, detail: 'An agent named Receptionist already exists' });
    assert.equal((await ask('PATCH', other.agent_id, { name: 'Receptionist' })).status, 409);
    assert.equal((await ask('PATCH', other.agent_id, { name: 'Other' })).status, 200);
  });

  it('answer 422 in a plain string to a configuration that cannot be run', async () => {
    const table: readonly [object, string | RegExp][] = [
      [{ config: { ...testConfig(), prompts: { greeting_message: '  ' } } }, 'prompts.greeting_message is required'],
      [{ config: { ...testConfig(), language: { primary: '' } } }, 'language.primary is required'],
      [
        {
          config: {
            ...testConfig(),
            models: { ...(testConfig()['models'] as object), llm_config: { provider: 'test_llm', api_key: 'secret' } },
          },
        },
        'llm_config must not include secret/auth fields: api_key',
      ],
      [
        { agent_category: 'telephony', telephony_provider: 'plivo' },
        'No credentials are stored for the telephony provider plivo',
      ],
      [
        { agent_category: 'telephony', telephony_provider: 'pigeon' },
        'provider must be a registered telephony provider',
      ],
    ];
    for (const [changes, message] of table) {
      const { status, detail } = await create(changes);
      assert.equal(status, 422);
      if (typeof message === 'string') assert.equal(detail, message);
      else assert.match(String(detail), message);
    }
  });

  it('answer 422 with a list to a body of the wrong shape', async () => {
    const { status, detail } = await create({ name: { $gt: '' }, agent_category: 'fax', config: [] });
    assert.equal(status, 422);
    const wrong = (detail as { loc: string[] }[]).map(({ loc }) => loc.join('.'));
    assert.sameMembers(wrong, ['body.name', 'body.agent_category', 'body.config']);
  });

  it('are not deleted by a member', async () => {
    const { agent_id } = await created();
    const { token } = await invited(world, ada, 'mia');
    const answer = await world.ask('DELETE', `/api/v1/agents/${agent_id}`, { token });
    assert.deepInclude(answer, { status: 403, detail: 'Requires the role admin' });
    assert.equal((await world.ask('PATCH', `/api/v1/agents/${agent_id}`, { token, body: {} })).status, 200);
  });

  it('take keys that mean something elsewhere as the data they are', async () => {
    const raw = JSON.stringify(agent({ config: { ...testConfig(), custom_variables: { constructor: 1 } } })).replace(
      '"constructor":1',
      '"constructor":1,"__proto__":{"polluted":true},"$where":"1"',
    );
    const answer = await world.ask('POST', '/api/v1/agents', {
      token: ada.token,
      raw,
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(answer.status, 201);
    assert.include(answer.text, '"__proto__":{"polluted":true}');
    assert.notProperty({}, 'polluted');
    const { agent_id } = answer.body as { agent_id: string };
    assert.include((await ask('GET', agent_id)).text, '"__proto__":{"polluted":true}');
  });

  it('may have long prompts, up to a limit', async () => {
    const prompted = (length: number) =>
      create({
        name: `Prompt of ${length}`,
        config: { ...testConfig(), prompts: { system_prompt: '🎧'.repeat(length / 4), greeting_message: 'Hello' } },
      });
    assert.equal((await prompted(100_000)).status, 201);
    assert.equal((await prompted(1_500_000)).status, 422);
    assert.deepInclude(await prompted(2_200_000), { status: 413, detail: 'Payload Too Large' });
  });
});
