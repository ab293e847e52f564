import { assert } from 'chai';
import { AGENT_PARTS, filtered } from '../../console/src/pages/agents/agent-filter.ts';
import { readFilter } from '../../console/src/parts/filters.ts';
import { copyOf, draftOf, isSame, newDraft, requestOf } from '../../console/src/pages/agents/draft.ts';
import { firstReady, isReady } from '../../console/src/pages/agents/first-provider.ts';
import { placeholdersOf } from '../../console/src/pages/agents/placeholders.ts';
import { draftProblem, problemAt, sectionOf } from '../../console/src/pages/agents/draft-problems.ts';
import { withProposedWaits } from '../../console/src/pages/agents/learned-waits.ts';
import { withSpeech } from '../../console/src/pages/agents/pronunciations.ts';
import { starterAgent } from '../../console/src/pages/agents/starter-agent.ts';
import { settingFields, withSetting, type Settings } from '../../console/src/pages/agents/setting-fields.ts';
import { rowsOf, variablesOf, withNames } from '../../console/src/pages/agents/variable-rows.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { parseAgentConfig } from '../../domain/agents/config.ts';
import { substitute } from '../../domain/agents/variables.ts';
import { providerSetting } from '../../domain/providers/catalogue.ts';
import type { ProviderKind } from '../../domain/providers/declaration.ts';
import { LANGUAGES } from '../../domain/providers/languages.ts';
import { testConfig, testProviders } from '../support/providers.ts';

const providers = testProviders();
const LOCAL = { stt: 'local', tts: 'local', llm: 'script' };

/** What the catalogue answers, as it comes over the wire. */
function fieldsOf(kind: ProviderKind, provider: string, chosen: object = {}, speech = 'en') {
  const declaration = providers.find(kind, provider);
  if (!declaration) throw new Error(`${provider} is not registered`);
  const wire = JSON.stringify(providerSetting(declaration, [], true));
  const setting = JSON.parse(wire) as Parameters<typeof settingFields>[0];
  return settingFields(setting, { provider, ...chosen }, LANGUAGES, speech);
}

const agent = (changes: object = {}): Agent => ({
  agent_id: 'a',
  org_id: 'o',
  name: 'Receptionist',
  status: 'active',
  agent_category: 'websocket',
  created_by: 'ada@example.com',
  linked_phone_number: null,
  telephony: null,
  config: parseAgentConfig(testConfig(), providers),
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...changes,
});
// The two types differ in nothing but what may be written.
const shown = (each: Agent) => each as unknown as Parameters<typeof draftOf>[0];

describe('the settings of a provider in the agent form', () => {
  it('are all that the provider declares but its secrets, whichever it is', () => {
    for (const kind of ['stt', 'tts', 'llm'] as const)
      for (const { provider, fields } of providers.list(kind)) {
        const open = Object.keys(fields).filter((name) => !fields[name]?.secret);
        assert.sameMembers(
          fieldsOf(kind, provider).map(({ name }) => name),
          open,
        );
      }
  });

  it('list the common fields first, and offer the options of the chosen model', () => {
    const voices = (model: string) =>
      fieldsOf('tts', 'deepgram', { model }).find(({ name }) => name === 'voice')?.options;
    assert.notDeepEqual(voices('aura'), voices('aura-2'));
    const [first, second] = fieldsOf('tts', 'deepgram');
    assert.deepEqual([first?.name, second?.isPlain], ['model', true]);
  });

  it('name languages as people do, and know their bounds', () => {
    const fields = fieldsOf('tts', 'local');
    const language = fields.find(({ name }) => name === 'language');
    assert.deepInclude(language?.options ?? [], { value: 'en-US', label: 'English (United States)' });
    const speed = fields.find(({ name }) => name === 'speed');
    assert.deepInclude(speed, { control: 'number', minimum: 0.5, maximum: 2, preset: 1 });
  });

  it('are left to the provider when nothing is said', () => {
    const speech: Settings = { provider: 'local', speed: 2 };
    assert.deepEqual(withSetting(speech, 'speed', null), { provider: 'local' });
    assert.deepEqual(withSetting(speech, 'flag', false), { ...speech, flag: false });
  });
});

describe('what the API finds wrong with an agent', () => {
  const broken = (path: readonly string[], value: unknown): Record<string, unknown> => {
    const config = structuredClone(testConfig());
    const parent = path.slice(0, -1).reduce<Record<string, unknown>>((at, key) => {
      at[key] ??= {};
      return at[key] as Record<string, unknown>;
    }, config);
    parent[path.at(-1) ?? ''] = value;
    return config;
  };
  const refusal = (config: unknown): string => {
    try {
      parseAgentConfig(config, providers);
    } catch (error) {
      return (error as Error).message;
    }
    return '';
  };

  for (const [path, value, section] of [
    ['prompts.greeting_message', ' ', 'agent'],
    ['language.primary', 'klingon', 'agent'],
    ['models.stt_config.provider', 'nobody', 'models'],
    ['models.tts_config.speed', 9, 'models'],
    ['models.llm_config.rules', [{ when: 1 }], 'models'],
    ['models.llm_config.fallback.provider', 'test_llm', 'models'],
    ['behaviour.hold_messages', [1], 'behaviour'],
    ['behaviour.user_online_detection_repeats', 0, 'behaviour'],
    ['knowledge_base.top_k', 11, 'knowledge'],
    ['speech.pronunciations', [{ term: 'a' }], 'speech'],
    ['endpointing.mode', 'never', 'speech'],
    ['caller_audio.voice_activity', 'none', 'speech'],
    ['tools', {}, 'tools'],
  ] as const)
    it(`stands beside its field: ${path}`, () => {
      const message = refusal(broken(path.split('.'), value));
      const problem = draftProblem({ field: null, message });
      assert.strictEqual(problemAt(problem ? [problem] : [], path), message);
      assert.strictEqual(problem && sectionOf(problem.path), section);
    });

  it('is known by its words or by its place in the request, and is a notice when it is about no field', () => {
    assert.strictEqual(draftProblem({ field: null, message: 'An agent named Ada already exists' })?.path, 'name');
    const secret = 'stt_config must not include secret/auth fields: api_key';
    assert.strictEqual(draftProblem({ field: null, message: secret })?.path, 'models.stt_config');
    assert.strictEqual(draftProblem({ field: 'config.prompts', message: 'must be object' })?.path, 'prompts');
    for (const message of ['Internal server error', 'VOICE_SERVER_BASE_URL is not set', 'The carrier refused'])
      assert.isNull(draftProblem({ field: null, message }));
  });
});

describe('the pronunciations of an agent in the form', () => {
  it('are left out of the request when the last one is removed', () => {
    const draft = newDraft(LOCAL);
    const entry = { term: 'nginx', say_as: 'engine ex' };
    const withEntry = { ...draft.config, ...withSpeech(undefined, { pronunciations: [entry] }) };
    assert.deepEqual(withEntry.speech, { pronunciations: [entry] });
    const after = { ...draft, config: { ...withEntry, ...withSpeech(withEntry.speech, { pronunciations: [] }) } };
    assert.isTrue(isSame(after, draft));
  });

  it('stay when ambient sound is chosen and taken away', () => {
    const pronunciations = [{ term: 'nginx', say_as: 'engine ex' }];
    const room = { sound: 'room', level_db: -45 } as const;
    const { speech } = withSpeech({ pronunciations }, { ambient_sound: room });
    assert.deepEqual(speech, { pronunciations, ambient_sound: room });
    assert.deepEqual(withSpeech(speech, { ambient_sound: null }).speech, { pronunciations });
    assert.isUndefined(withSpeech({ pronunciations: [], ambient_sound: room }, { ambient_sound: null }).speech);
  });
});

describe('waits learned from calls', () => {
  it('replace those of the same words in the form, and keep turns ended by the timer', () => {
    const learned = { language: 'en', look: 'digits', wait_ms: 1_100 } as const;
    const proposed = { waits: [{ ...learned, current_ms: 900, ends: 10, pauses_within_turns: 20 }] };
    assert.deepEqual(withProposedWaits(undefined, proposed), { mode: 'timer', max_wait_ms: 3_000, waits: [learned] });
    const filler = { language: 'en', look: 'filler', wait_ms: 300 } as const;
    const own = { mode: 'auto', max_wait_ms: 2_000, waits: [{ ...learned, wait_ms: 900 }, filler] } as const;
    assert.deepEqual(withProposedWaits({ ...own, waits: [...own.waits] }, proposed), {
      ...own,
      waits: [filler, learned],
    });
  });
});

describe('the draft of an agent', () => {
  it('has the configuration of the starter agent, which the API accepts and which needs no key or server', () => {
    const { config } = requestOf(newDraft(LOCAL));
    assert.deepEqual(parseAgentConfig(config, providers), config);
    const { prompts, models } = starterAgent([]).config;
    assert.deepEqual([config.prompts, config.models], [prompts, models]);
  });

  it('has no settings of the starter agent for providers whose key is stored', () => {
    const { models } = newDraft({ ...LOCAL, llm: 'groq' }).config;
    assert.deepEqual(models.llm_config, { provider: 'groq' });
    assert.equal(models.tts_config.voice, 'slt');
  });

  it('begins with whose key is stored, or else with what is built in, and not with a server that may not be there', () => {
    const entry = (provider: string, provider_type: 'cloud' | 'adapter' | 'local', authenticated: boolean) =>
      ({ provider, name: provider, provider_type, authenticated }) as const;
    const ollama = entry('ollama', 'local', true);
    const script = entry('script', 'local', true);
    assert.equal(firstReady([entry('groq', 'cloud', false), ollama, script]), 'script');
    assert.equal(firstReady([ollama, script, entry('groq', 'cloud', true)]), 'groq');
    assert.equal(firstReady([ollama]), 'ollama');
  });

  it('asks for no key for a server of the user, which may need none', () => {
    const entry = (provider: string, authenticated: boolean) =>
      ({ provider, name: provider, provider_type: 'adapter', authenticated }) as const;
    assert.isTrue(isReady(entry('ollama', false)));
    assert.isTrue(isReady(entry('openai_compatible', false)));
    assert.isFalse(isReady(entry('simulator', false)));
    assert.isTrue(isReady(entry('simulator', true)));
  });

  it('names a carrier for telephone agents only', () => {
    const telephony = { provider: 'plivo', application_id: '1', answer_url: 'https://x/answer' };
    const draft = draftOf(shown(agent({ agent_category: 'telephony', telephony })));
    assert.strictEqual(requestOf(draft).telephony_provider, 'plivo');
    const moved = { ...draft, agent_category: 'websocket' as const };
    assert.notProperty(requestOf(moved), 'telephony_provider');
    assert.isFalse(isSame(draft, moved));
    assert.isTrue(isSame(moved, { ...moved, telephony_provider: '' }));
  });

  it('becomes a copy under a name that is free', () => {
    const copy = copyOf(shown(agent()), ['Receptionist', 'Receptionist copy']);
    assert.strictEqual(copy.name, 'Receptionist copy 2');
  });

  it('knows the placeholders that a call fills', () => {
    const texts = ['Hello {{name}}, {{ no }} {{name}}', 'You are {{role_1}}, {{имя}}, {{नाम}}'];
    const names = placeholdersOf(...texts);
    assert.deepEqual(names, ['name', 'role_1', 'имя', 'नाम']);
    const filled = texts.map((text) => substitute(text, Object.fromEntries(names.map((name) => [name, 'x']))));
    assert.deepEqual(filled, ['Hello x, {{ no }} x', 'You are x, x, x']);
  });

  it('keeps variables as they are, and drops those without a name', () => {
    const rows = rowsOf({ count: 3, tags: ['a'] });
    assert.deepEqual(variablesOf([...rows, { name: ' ', value: 'lost' }]), { count: 3, tags: ['a'] });
    assert.deepEqual(variablesOf(withNames(rows, ['count', 'caller'])), { count: 3, tags: ['a'], caller: '' });
  });
});

describe('the list of agents', () => {
  it('is narrowed down by any of its words, the category and the status', () => {
    const agents = [agent(), agent({ name: 'Billing', agent_category: 'telephony', status: 'archived' })].map(shown);
    const nameOf = (kind: string, provider: string) => (provider === 'local' ? `Own ${kind}` : provider);
    const names = (query: Record<string, string>) =>
      filtered(agents, readFilter(AGENT_PARTS, query), nameOf).map(({ name }) => name);
    assert.deepEqual(names({}), ['Receptionist', 'Billing']);
    assert.deepEqual(names({ text: ' BILL' }), ['Billing']);
    assert.deepEqual(names({ text: 'own stt' }), ['Receptionist', 'Billing'], 'the name of a provider as it is shown');
    assert.deepEqual(names({ category: 'websocket' }), ['Receptionist']);
    assert.deepEqual(names({ status: 'archived', category: 'websocket' }), []);
    assert.deepEqual(names({ sort: 'name' }), ['Billing', 'Receptionist']);
  });
});
