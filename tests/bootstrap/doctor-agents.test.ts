import { join } from 'node:path';
import { assert } from 'chai';
import { documentAgents } from '../../adapters/documents/agents.ts';
import { documentProviderAuths } from '../../adapters/documents/provider-auths.ts';
import { sqliteEngine } from '../../adapters/documents/drivers/sqlite.ts';
import { registered } from '../../adapters/providers/registered-providers.ts';
import { providerRegistry } from '../../adapters/providers/registry.ts';
import { checkAgents, findingsIn, storedKeys } from '../../bootstrap/doctor/check-agents.ts';
import { runDoctor } from '../../bootstrap/doctor/run-doctor.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { CollectedOutput } from '../support/command-line.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { EMBEDDED, examinedConfig, findingWords as words } from './examined-config.ts';

const BUILT_IN = {
  stt_config: { provider: 'local' },
  tts_config: { provider: 'local' },
  llm_config: { provider: 'script' },
};
const AT = '2026-01-01T00:00:00.000Z';

/** An active agent with these models beside built-in ones. */
const agent = (agent_id: string, models: object = {}, more: object = {}): Agent =>
  ({
    ...{ agent_id, org_id: 'o1', name: `Agent ${agent_id}`, status: 'active', agent_category: 'websocket' },
    ...{ created_by: 'x', linked_phone_number: null, telephony: null, created_at: AT, updated_at: AT },
    config: { models: { ...BUILT_IN, ...models } },
    ...more,
  }) as unknown as Agent;

const OPENAI = { llm_config: { provider: 'openai' } };
const providers = providerRegistry(registered);

/** What is found in these agents of organisations with these stored keys. Counts the reads of stored keys. */
async function found(
  agents: AsyncIterable<Agent> | readonly Agent[],
  stored: readonly string[] = [],
  clock = fakeClock(),
) {
  const reads: string[] = [];
  async function* all(): AsyncGenerator<Agent> {
    yield* agents;
  }
  const findings = await findingsIn(all(), {
    ...{ providers, clock },
    async configured(orgId) {
      reads.push(orgId);
      return new Set(stored);
    },
  });
  return { text: words(findings), reads };
}

describe('the doctor about vendors of agents', () => {
  it('warns of each vendor without a stored key, with the organisation, its agents and the fix', async () => {
    const agents = [
      agent('a1', { ...OPENAI, stt_config: { provider: 'deepgram' } }),
      agent('a2', OPENAI),
      agent('a3', {}, { telephony: { provider: 'twilio', application_id: 'x', answer_url: 'y' } }),
    ];
    const fix =
      'Store it under Credentials in the console (POST /auth), choose another vendor, or archive them. Calls that need it fail.';
    const { text } = await found(agents);
    assert.deepEqual(text.split('\n'), [
      `warning | Organisation o1 has no key of deepgram, which its agents use: Agent a1 (a1) | ${fix}`,
      `warning | Organisation o1 has no key of openai, which its agents use: Agent a1 (a1), Agent a2 (a2) | ${fix}`,
      `warning | Organisation o1 has no key of twilio, which its agents use: Agent a3 (a3) | ${fix}`,
    ]);
    assert.equal(
      (await found(agents, ['deepgram', 'openai', 'twilio'])).text,
      'ok | The keys of all vendors that active agents use are stored',
    );
  });

  it('finds vendors of languages, stages, analyses and fallbacks, and says what a fallback is for', async () => {
    const config = {
      models: { ...BUILT_IN, llm_config: { provider: 'script', fallback: { provider: 'groq' } } },
      languages: { others: [{ language: 'de', tts_config: { provider: 'elevenlabs' } }] },
      stages: [{ id: 's', llm_config: { provider: 'anthropic' } }],
      analysis: { llm_config: { provider: 'mistral' } },
    };
    const { text } = await found([agent('a1', {}, { config })]);
    for (const provider of ['groq', 'elevenlabs', 'anthropic', 'mistral'])
      assert.include(text, `no key of ${provider},`);
    assert.match(text, /no key of groq, .* Without it they have no fallback\.$/m);
    assert.match(text, /no key of anthropic, .* Calls that need it fail\.$/m);
  });

  it('leaves archived agents out, and vendors that need no key', async () => {
    const ollama = agent('a2', { llm_config: { provider: 'ollama' } });
    const { text, reads } = await found([agent('a1', OPENAI, { status: 'archived' }), ollama]);
    assert.match(text, /^ok \|/);
    assert.isEmpty(reads, 'where no key is needed, none is read');
  });

  it('prints few lines of many organisations and agents, and reads the keys of an organisation once', async () => {
    const many = Array.from({ length: 300 }, (_, at) =>
      agent(`a${at}`, OPENAI, { org_id: `o${at % 30}`, name: 'x'.repeat(200) }),
    );
    const { text, reads } = await found(many);
    const lines = text.split('\n');
    assert.lengthOf(lines, 21);
    assert.match(lines[0]!, /^warning \| Organisation o0 has .*: x{40} \(a0\), .* and 5 more \| /);
    assert.equal(
      lines.at(-1),
      'warning | 100 more agents use a vendor without a stored key | Fix those above, then run it again.',
    );
    assert.lengthOf(reads, 30);
    assert.isBelow(text.length, 12_000);
  });

  it('reads all stored keys at once, unless there are many', async () => {
    async function* auths() {
      yield* [
        { org_id: 'o1', provider: 'openai' },
        { org_id: 'o1', provider: 'twilio' },
        { org_id: 'o2', provider: 'groq' },
      ];
    }
    const configured = (await storedKeys(auths()))!;
    assert.deepEqual([...(await configured('o1'))], ['openai', 'twilio']);
    assert.isEmpty([...(await configured('o3'))]);
    assert.isNull(await storedKeys(auths(), 2));
  });

  it('ends after a while and after many agents, and says so', async () => {
    async function* endless(): AsyncGenerator<Agent> {
      for (let at = 0; ; at += 1) yield agent(`a${at}`);
    }
    assert.equal((await found(endless())).text, 'ok | Only the first 10000 agents were looked at');
    const clock = fakeClock();
    async function* slow(): AsyncGenerator<Agent> {
      for (let at = 0; ; at += 1) {
        clock.advance(1_000);
        yield agent(`a${at}`);
      }
    }
    assert.equal((await found(slow(), [], clock)).text, 'ok | Only the first 4 agents were looked at');
  });

  describe('in a store', () => {
    let dataDir: string;
    beforeEach(async () => (dataDir = await temporaryDirectory()));

    it('reads agents and stored keys, and warns without a fault', async () => {
      const documents = await sqliteEngine(join(dataDir, 'platform.db'));
      const agents = await documentAgents(documents);
      for (const each of [agent('a1', OPENAI), agent('b1', OPENAI, { org_id: 'o2' })]) await agents.add(each);
      const auths = await documentProviderAuths(documents);
      await auths.put({
        org_id: 'o2',
        provider: 'openai',
        auth: { api_key: 'sealed' },
        created_at: AT,
        updated_at: AT,
      });
      await documents.close();
      const text = words(await checkAgents(examinedConfig(dataDir, {}), fakeClock()));
      assert.match(text, /^warning \| Organisation o1 has no key of openai, which its agents use: Agent a1 \(a1\) \|/);
      assert.notInclude(text, 'o2');
      const out = new CollectedOutput();
      await runDoctor({ DATA_DIR: dataDir, API_PORT: '0', RUNTIME_PORT: '0' }, EMBEDDED, out);
      assert.match(out.text, /^WARNING {2}agents +Organisation o1 has no key of openai/m);
    });

    it('says nothing where there is no store, no API, or a store that cannot be read', async () => {
      assert.equal(words(await checkAgents(examinedConfig(dataDir, {}), fakeClock())), '');
      assert.equal(words(await checkAgents(examinedConfig(dataDir, {}, ['runtime']), fakeClock())), '');
      const unreadable = examinedConfig(dataDir, { DOCUMENTS_URL: `sqlite:${dataDir}` });
      assert.equal(words(await checkAgents(unreadable, fakeClock())), '');
    });
  });
});
