import { assert } from 'chai';
import { parseAgentConfig } from '../../../domain/agents/config.ts';
import { providerChain, parseModels, type KnownProviders } from '../../../domain/agents/models.ts';
import { known, least, reasons, refusal } from './known-providers.ts';

const withLlm = (llm_config: unknown) => ({ ...least().models, llm_config });

describe('parseModels', () => {
  it('stores neither nulls nor defaults', () => {
    const parsed = parseModels(withLlm({ provider: 'test_llm', model: 'm', pause_ms: null }), known);
    assert.deepEqual(parsed, { ...least().models, llm_config: { provider: 'test_llm', model: 'm' } });
  });

  it('reports every problem of every stage at once', () => {
    const given = {
      stt_config: { provider: 'acme' },
      llm_config: { provider: 'test_llm', api_key: 'k', colour: 'red', fallback: { provider: 'groq', pause_ms: 'x' } },
    };
    assert.deepEqual(
      reasons(() => parseModels(given, known)),
      [
        'models.stt_config.provider must be a registered stt provider: GET /configuration/stt lists them',
        'models.tts_config is required',
        'llm_config must not include secret/auth fields: api_key',
        'models.llm_config.colour is not a setting of test_llm',
        'models.llm_config.fallback.pause_ms must be integer',
      ],
    );
  });

  it('accepts a fallback of another provider for each stage', () => {
    const given = { provider: 'test_llm', fallback: { provider: 'groq', model: 'm', pause_ms: null } };
    const parsed = parseModels(withLlm(given), known).llm_config;
    assert.deepEqual(parsed, { provider: 'test_llm', fallback: { provider: 'groq', model: 'm' } });
    assert.deepEqual(providerChain(parsed), [{ provider: 'test_llm' }, { provider: 'groq', model: 'm' }]);
    assert.deepEqual(providerChain({ provider: 'test_llm' }), [{ provider: 'test_llm' }]);
    assert.deepEqual(parseModels(withLlm({ provider: 'test_llm', fallback: null }), known).llm_config, {
      provider: 'test_llm',
    });
  });

  it('drops the kind and name that catalogue clients send', () => {
    const added = { kind: 'stt', name: 'Anything' };
    const fallback = { provider: 'groq', ...added };
    const parsed = parseModels(withLlm({ provider: 'test_llm', model: 'm', ...added, fallback }), known);
    assert.deepEqual(parsed.llm_config, { provider: 'test_llm', model: 'm', fallback: { provider: 'groq' } });
  });

  const wrong: readonly [string, unknown, string][] = [
    ['a missing configuration', { ...least().models, tts_config: undefined }, 'models.tts_config is required'],
    ['a configuration of another type', withLlm('test_llm'), 'models.llm_config must be an object'],
    ['a missing provider', withLlm({ model: 'm' }), 'models.llm_config.provider is required'],
    ['a provider of another type', withLlm({ provider: {} }), 'models.llm_config.provider must be a string'],
    [
      'an unregistered provider',
      withLlm({ provider: 'acme' }),
      'models.llm_config.provider must be a registered llm provider: GET /configuration/llm lists them',
    ],
    [
      'a provider of another stage',
      withLlm({ provider: 'test_stt' }),
      'models.llm_config.provider must be a registered llm provider: GET /configuration/llm lists them',
    ],
    [
      'a blank provider',
      withLlm({ provider: '' }),
      'models.llm_config.provider must be a registered llm provider: GET /configuration/llm lists them',
    ],
    [
      'an unknown setting',
      withLlm({ provider: 'test_llm', colour: 1 }),
      'models.llm_config.colour is not a setting of test_llm',
    ],
    [
      'an invalid setting',
      withLlm({ provider: 'test_llm', pause_ms: '5' }),
      'models.llm_config.pause_ms must be integer',
    ],
    [
      'a secret',
      withLlm({ provider: 'test_llm', api_key: 'k' }),
      'llm_config must not include secret/auth fields: api_key',
    ],
    [
      'a fallback of another type',
      withLlm({ provider: 'test_llm', fallback: 'groq' }),
      'models.llm_config.fallback must be an object',
    ],
    [
      'a fallback without a provider',
      withLlm({ provider: 'test_llm', fallback: {} }),
      'models.llm_config.fallback.provider is required',
    ],
    [
      'a fallback of the same provider',
      withLlm({ provider: 'test_llm', fallback: { provider: 'test_llm', model: 'm' } }),
      'models.llm_config.fallback.provider must be another provider',
    ],
    [
      'an invalid setting of a fallback',
      withLlm({ provider: 'test_llm', fallback: { provider: 'groq', pause_ms: '5' } }),
      'models.llm_config.fallback.pause_ms must be integer',
    ],
    [
      'a secret of a fallback',
      withLlm({ provider: 'test_llm', fallback: { provider: 'groq', api_key: 'k' } }),
      'llm_config.fallback must not include secret/auth fields: api_key',
    ],
    [
      'a fallback of a fallback',
      withLlm({ provider: 'test_llm', fallback: { provider: 'groq', fallback: { provider: 'openai' } } }),
      'models.llm_config.fallback.fallback is not a setting of groq',
    ],
    [
      'several secrets, even empty',
      withLlm({ provider: 'test_llm', auth_token: '', api_key: null }),
      'llm_config must not include secret/auth fields: api_key, auth_token',
    ],
  ];
  for (const [what, input, message] of wrong)
    it(`rejects ${what}: ${message}`, () =>
      assert.equal(
        refusal(() => parseModels(input, known)),
        message,
      ));

  it('rejects a secret without repeating it', () => {
    const message = refusal(() => parseModels(withLlm({ provider: 'test_llm', api_key: 'hunter2' }), known));
    assert.notInclude(message, 'hunter2');
  });

  it('rethrows other errors unchanged', () => {
    const failing: KnownProviders = {
      ...known,
      parseSettings: () => {
        throw new TypeError('broken');
      },
    };
    assert.throws(() => parseModels(least().models, failing), TypeError, /^broken$/);
  });

  it('limits the settings of the language models of an agent and its stages together', () => {
    const stages = (length: number) => [
      ...['a', 'b', 'c'].map((id, at) => ({
        ...{ id, instructions: '', llm_config: { provider: 'test_llm', model: 'm'.repeat(length) } },
        transitions: [{ on: 'call', description: 'Next.', to: ['b', 'c', 'end'][at] }],
      })),
      { id: 'end', on_enter: [{ end: true }] },
    ];
    const parse = (length: number) => parseAgentConfig({ ...least(), stages: stages(length) }, known);
    assert.lengthOf(parse(60_000).stages ?? [], 4);
    assert.deepEqual(
      reasons(() => parse(70_000)),
      [
        'stages[2].llm_config.provider must have shorter settings: ' +
          'those of all language models of an agent may have 200000 characters together',
      ],
    );
  });
});
