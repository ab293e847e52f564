import { assert } from 'chai';
import type { ProviderRegistry } from '../../application/ports/providers.ts';
import { DomainError } from '../../domain/errors.ts';
import { PROVIDER_KINDS } from '../../domain/providers/declaration.ts';
import type { Contract } from '../support/contract.ts';

/** A registry with a transcriber `acme`: secret `api_key`, text `model` with a default, integer `pause_ms` from 10. */
export type WithAcme = ProviderRegistry;

const refusal = (registry: ProviderRegistry, provider: string, settings: Record<string, unknown>): string => {
  try {
    registry.parseSettings('stt', provider, settings);
  } catch (error) {
    if (error instanceof DomainError && error.problem === 'invalid') return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
};

export const providersContract: Contract<WithAcme> = {
  'lists the providers of a kind by their ids, each once': async (registry) => {
    for (const kind of PROVIDER_KINDS) {
      const ids = registry.list(kind).map(({ provider }) => provider);
      assert.deepEqual(ids, [...new Set(ids)].toSorted());
    }
    assert.include(
      registry.list('stt').map(({ provider }) => provider),
      'acme',
    );
  },

  'finds what it lists': async (registry) => {
    for (const kind of PROVIDER_KINDS)
      for (const declaration of registry.list(kind)) {
        assert.equal(declaration.kind, kind);
        assert.equal(registry.find(kind, declaration.provider), declaration);
      }
    assert.isNotNull(registry.find('stt', 'acme'));
  },

  'finds nothing else, not even what every object has': async (registry) => {
    for (const provider of ['nobody', '', 'constructor', '__proto__']) assert.isNull(registry.find('stt', provider));
    assert.isNull(registry.find('telephony', 'acme'));
  },

  'drops nulls and fills nothing in': async (registry) => {
    assert.deepEqual(registry.parseSettings('stt', 'acme', { pause_ms: 20, model: null }), { pause_ms: 20 });
  },

  'refuses a field it does not know, by its name': async (registry) => {
    assert.match(refusal(registry, 'acme', { colour: 'red' }), /^colour /);
    assert.match(refusal(registry, 'acme', JSON.parse('{"__proto__":{}}') as Record<string, unknown>), /^__proto__ /);
  },

  'refuses a malformed field, by its name': async (registry) => {
    assert.match(refusal(registry, 'acme', { pause_ms: '20' }), /^pause_ms must be integer/);
    assert.match(refusal(registry, 'acme', { pause_ms: 9 }), /^pause_ms must be >= 10/);
  },

  'refuses secrets as settings, without repeating them': async (registry) => {
    const message = refusal(registry, 'acme', { api_key: 'hunter2' });
    assert.match(message, /^api_key /);
    assert.notInclude(message, 'hunter2');
  },

  'refuses settings of a provider that is not registered': async (registry) => {
    assert.match(refusal(registry, 'nobody', {}), /^provider /);
  },
};
