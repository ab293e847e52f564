import { assert } from 'chai';
import { registered } from '../../../adapters/providers/registered-providers.ts';
import { providerRegistry } from '../../../adapters/providers/registry.ts';
import type { ProviderRegistry } from '../../../application/ports/providers.ts';
import { invalid } from '../../../domain/errors.ts';
import { providerSetting } from '../../../domain/providers/catalogue.ts';
import { PROVIDER_KINDS } from '../../../domain/providers/declaration.ts';
import { isLanguage } from '../../../domain/providers/languages.ts';
import { providersContract } from '../../contracts/providers.contract.ts';
import { bites, keeps } from '../../support/contract.ts';
import { acme, few } from './acme.ts';

describe('providers: the registry', () => keeps(providersContract, () => providerRegistry(few)));

describe('providers: the contract', () => {
  const honest = providerRegistry(few);
  const credulous: ProviderRegistry = {
    list: () => [acme.declaration, acme.declaration],
    find: () => ({ ...acme.declaration }),
    parseSettings: (_kind, _provider, settings) => settings,
  };
  const gossip: ProviderRegistry = {
    ...honest,
    parseSettings(_kind, _provider, settings) {
      throw invalid(`wrong: ${JSON.stringify(settings)}`);
    },
  };
  bites(
    providersContract,
    () => credulous,
    () => gossip,
  );
});

describe('the registry', () => {
  it('will not be made without a default provider', () => {
    assert.throws(
      () => providerRegistry({ ...few, stt: [acme] }),
      'The default stt provider is not registered: deepgram',
    );
    assert.throws(() => providerRegistry({ ...few, llm: [] }), 'The default llm provider is not registered: openai');
  });

  it('will not be made with two providers of one id', () => {
    assert.throws(
      () => providerRegistry({ ...few, stt: [...few.stt, acme] }),
      'Two providers of a kind have the same id',
    );
  });
});

/** What has no default because it differs from server to server. */
const ONLY_THE_USER_KNOWS = {
  base_url: 'https://models.example.com/v1',
  endpoint: 'https://mine.example.com',
  model: 'mine',
  voice: 'hers',
};

/** Settings without which a model, or a language of a provider, is refused. */
const WITH: Readonly<Record<string, object>> = {
  rime: { voice: 'hers' },
  'bulbul:v4-flash': { voice: 'hers' },
  chirp_2: { location: 'us-central1' },
  chirp_3: { location: 'eu' },
};

describe('the providers of this platform', () => {
  const registry = providerRegistry(registered);
  const all = PROVIDER_KINDS.flatMap((kind) => registry.list(kind));

  it('are vendors of the cloud, servers of one’s own, and what needs nothing from outside', () => {
    const ids = (kind: (typeof PROVIDER_KINDS)[number]) => registry.list(kind).map(({ provider }) => provider);
    assert.includeMembers(ids('stt'), ['deepgram', 'local', 'openai', 'openai_compatible']);
    assert.includeMembers(ids('tts'), ['deepgram', 'elevenlabs', 'local', 'openai', 'openai_compatible']);
    assert.includeMembers(ids('llm'), ['anthropic', 'azure_openai', 'cerebras', 'google', 'groq', 'mistral']);
    assert.includeMembers(ids('llm'), [
      'ollama',
      'openai',
      'openai_compatible',
      'openrouter',
      'sarvam',
      'script',
      'together',
    ]);
  });

  for (const declaration of all) {
    const { kind, provider, fields, required, capabilities } = declaration;

    describe(`${kind} ${provider}`, () => {
      it('requires fields that it declares', () => assert.includeMembers(Object.keys(fields), [...required]));

      it('has defaults that it accepts itself', () => {
        const presets = Object.entries(fields).flatMap(([name, field]) =>
          field.default === undefined ? [] : [[name, field.default] as const],
        );
        const requested = Object.entries(ONLY_THE_USER_KNOWS).filter(([name]) => required.includes(name));
        const settings = { ...Object.fromEntries(requested), ...Object.fromEntries(presets) };
        assert.deepEqual(registry.parseSettings(kind, provider, settings), settings);
      });

      it('leaves the name of its stand-in free', () => assert.notProperty(fields, 'fallback'));

      it('declares languages by their canonical ids', () => {
        for (const model of Object.values(capabilities ?? {}))
          for (const id of [...Object.keys(model.languages ?? {}), ...Object.keys(model.settings ?? {})])
            assert.isTrue(isLanguage(id), id);
      });

      it("stores a language by its canonical id, whether it is given by that or by the vendor's code", () => {
        const requested = Object.entries(ONLY_THE_USER_KNOWS).filter(([name]) => required.includes(name));
        const others = { ...Object.fromEntries(requested), ...WITH[provider] };
        const stored = (model: string, language: string) =>
          registry.parseSettings(kind, provider, { ...others, ...WITH[model], model, language })['language'];
        for (const [model, { languages = {} }] of Object.entries(capabilities ?? {}))
          for (const [id, code] of Object.entries(languages)) {
            assert.equal(stored(model, id), id, `${model} ${id}`);
            const chosen = stored(model, code);
            assert.equal(languages[String(chosen)], code, `${model} ${code}, stored as ${String(chosen)}`);
          }
      });

      it('keeps secrets out of its capabilities', () => {
        const names = Object.values(capabilities ?? {}).flatMap((model) =>
          Object.values(model.settings ?? {}).flatMap((settings) => Object.keys(settings)),
        );
        for (const name of names) {
          assert.property(fields, name);
          assert.notProperty(fields[name], 'secret');
        }
      });

      it('offers speech with at least one model that speaks something', () => {
        if (kind !== 'stt' && kind !== 'tts') return assert.isUndefined(capabilities);
        const models = Object.values(providerSetting(declaration, [], true).capabilities ?? {});
        assert.isNotEmpty(models);
        for (const model of models) assert.isNotEmpty(Object.keys(model.languages ?? {}));
      });

      it('says plainly when it is not meant for customers', () => {
        const isToy = provider === 'local' || provider === 'script';
        assert.equal(/for trying out and tests, not for customers/i.test(declaration.description), isToy);
      });
    });
  }
});

describe('the script provider', () => {
  const parse = (settings: Record<string, unknown>) => () =>
    providerRegistry(registered).parseSettings('llm', 'script', settings);

  it('takes rules and refuses those it cannot use', () => {
    assert.doesNotThrow(parse({ rules: [{ when: 'hi', say: 'Hi', end: false }], delay_ms: 500, model: 'script' }));
    assert.throws(parse({ rules: [{ when: '(', say: '' }] }), 'rules[0].when must be a regular expression');
    assert.throws(parse({ rules: [{ when: '(?=a)', say: '' }] }), 'rules[0].when must not use lookahead or lookbehind');
    assert.throws(parse({ rules: [{ when: 'a' }] }), 'rules[0].say is required');
    assert.throws(parse({ rules: [{ when: 1, say: 'a' }] }), 'rules[0].when must be string');
    assert.throws(parse({ delay_ms: -1 }), 'delay_ms must be >= 0');
  });
});

describe('the local providers', () => {
  const parse = (kind: 'stt' | 'tts', settings: Record<string, unknown>) => () =>
    providerRegistry(registered).parseSettings(kind, 'local', settings);

  it('take what their engines can do', () => {
    assert.doesNotThrow(parse('stt', { mode: 'phrases', phrases: ['yes', 'no'], language: 'en-US' }));
    assert.doesNotThrow(parse('tts', { voice: 'kal16', speed: 1.5, language: 'en' }));
  });

  it('refuse what their engines cannot do', () => {
    assert.throws(parse('stt', { language: 'hi' }), 'language must be one of: en, en-US');
    assert.throws(parse('stt', { mode: 'magic' }), 'mode must be one of: auto, phrases, open');
    assert.throws(parse('stt', { phrases: [''] }), /^phrases\[0\] /);
    assert.throws(parse('stt', { phrases: Array(501).fill('yes') }), 'phrases must have at most 500 items');
    assert.throws(parse('tts', { voice: 'nobody' }), 'voice must be one of: kal16, slt, rms, awb');
    assert.throws(parse('tts', { speed: 3 }), 'speed must be <= 2');
  });

  it('need no credentials', () => {
    for (const kind of ['stt', 'tts'] as const)
      assert.deepEqual(providerSetting(providerRegistry(registered).find(kind, 'local')!, [], true).secrets, []);
  });
});
