import { assert } from 'chai';
import type { AgentUseCases } from '../../application/agents/index.ts';
import type { Principal } from '../../domain/accounts/principal.ts';
import { testConfig } from '../support/providers.ts';
import { refusalOf } from '../support/refusals.ts';
import { openPorts, type Ports } from '../support/world.ts';

const member: Principal = { email: 'ada@example.com', org_id: 'o1', role: 'member' };
const MOMENT = '2026-01-01T00:00:00.000Z';
const OWN = 'https://models.example.com/v1';

type Models = Readonly<Record<'stt_config' | 'tts_config' | 'llm_config', object>>;

describe('agent with its own URL', () => {
  let ports: Ports;
  let agents: AgentUseCases;
  beforeEach(async () => {
    ports = await openPorts();
    agents = ports.agentUseCases;
  });

  const store = (provider: string, org_id = 'o1') =>
    ports.providerAuths.put({ org_id, provider, auth: 'enc:v1:k', created_at: MOMENT, updated_at: MOMENT });
  const allow = (provider: string, ...allowed_hosts: string[]) =>
    ports.providerAuths.allowHosts('o1', provider, { allowed_hosts, updated_at: MOMENT });
  const agent = (models: Partial<Models>, name = 'Receptionist') => {
    const config = testConfig() as { models: Models };
    return {
      name,
      agent_category: 'websocket' as const,
      config: { ...config, models: { ...config.models, ...models } },
    };
  };
  const withModel = (llm_config: object) => agent({ llm_config });
  const refusal = async (models: Partial<Models>) => (await refusalOf(agents.create(member, agent(models)))).reasons;

  it('is rejected when a model or fallback would send a stored key to a foreign host', async () => {
    for (const provider of ['deepgram', 'elevenlabs', 'openai', 'openai_compatible']) await store(provider);
    const advice = (provider: string) =>
      `The stored key of ${provider} is not sent to models.example.com. ` +
      `Ask an admin to allow host models.example.com for provider ${provider}`;
    const compatible = { provider: 'openai_compatible', base_url: OWN, model: 'm' };
    const models: Models = {
      stt_config: { provider: 'deepgram', base_url: OWN },
      tts_config: { provider: 'elevenlabs', base_url: OWN, fallback: { ...compatible, voice: 'v' } },
      llm_config: { ...compatible, fallback: { provider: 'openai', base_url: OWN } },
    };
    assert.deepEqual(await refusal(models), [
      `models.stt_config.base_url: ${advice('deepgram')}`,
      `models.tts_config.base_url: ${advice('elevenlabs')}`,
      `models.tts_config.fallback.base_url: ${advice('openai_compatible')}`,
      `models.llm_config.base_url: ${advice('openai_compatible')}`,
      `models.llm_config.fallback.base_url: ${advice('openai')}`,
    ]);
    for (const provider of ['deepgram', 'elevenlabs', 'openai', 'openai_compatible'])
      await allow(provider, 'models.example.com');
    assert.equal((await agents.create(member, agent(models))).status, 'active');
  });

  it('is rejected when a model of another language would send a stored key to a foreign host', async () => {
    await store('elevenlabs');
    const voice = { tts_config: { provider: 'elevenlabs', base_url: OWN } };
    const draft = agent({});
    const languages = { switch_by: 'detection', others: [{ language: 'de', ...voice }] };
    const { reasons } = await refusalOf(agents.create(member, { ...draft, config: { ...draft.config, languages } }));
    assert.deepEqual(
      reasons.map((reason) => reason.split(': ', 1)[0]),
      ['languages.others[0].tts_config.base_url'],
    );
  });

  it('is rejected when spaces or line breaks hide the scheme of the URL', async () => {
    await store('openai_compatible');
    for (const url of [` ${OWN}`, `\t${OWN}`, `\n${OWN}`, `\u001f${OWN}`, OWN.replace('https', 'ht\ntps')])
      assert.lengthOf(
        await refusal({ llm_config: { provider: 'openai_compatible', base_url: url, model: 'm' } }),
        1,
        url,
      );
  });

  it('is rejected before a key is stored if the vendor requires one', async () => {
    assert.lengthOf(await refusal({ llm_config: { provider: 'openai', base_url: OWN } }), 1);
    await store('openai', 'o2');
    assert.lengthOf(await refusal({ llm_config: { provider: 'openai', base_url: OWN } }), 1);
  });

  it("allows any host without a key, and the vendor's and operator's hosts with one", async () => {
    const own = { provider: 'openai_compatible', model: 'm' };
    assert.isOk(await agents.create(member, withModel({ ...own, base_url: 'http://models.example.com/v1' })));
    await store('openai');
    await store('openai_compatible');
    for (const [name, llm_config] of Object.entries({
      vendor: { provider: 'openai', base_url: 'https://us.api.openai.com/v1' },
      operator: { ...own, base_url: 'http://operator.example:11434/v1' },
      gateway: { provider: 'openai_compatible', base_url: 'http://operator.example/v1', model: 'm' },
    }))
      assert.isOk(await agents.create(member, agent({ llm_config }, name)));
  });

  it('is rejected when the key would be sent unencrypted, even to the vendor', async () => {
    await store('openai');
    assert.deepEqual(await refusal({ llm_config: { provider: 'openai', base_url: 'http://api.openai.com/v1' } }), [
      'models.llm_config.base_url: The stored key of openai is sent over https or wss only, not to http://api.openai.com',
    ]);
  });

  it('loads and can be renamed when stored earlier, but rejects a new configuration with that URL', async () => {
    const own = { provider: 'openai_compatible', base_url: OWN, model: 'm' };
    const { agent_id } = await agents.create(member, withModel(own));
    await store('openai_compatible');
    assert.equal((await agents.update(member, agent_id, { name: 'Renamed' })).name, 'Renamed');
    assert.deepInclude((await agents.find(member, agent_id)).config.models.llm_config, { base_url: OWN });
    const { problem } = await refusalOf(agents.update(member, agent_id, { config: withModel(own).config }));
    assert.equal(problem, 'invalid');
  });
});
