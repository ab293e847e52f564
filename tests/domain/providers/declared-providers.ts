import type { ProviderRegistry } from '../../../application/ports/providers.ts';
import type { Declaration, Fields, ProviderKind } from '../../../domain/providers/declaration.ts';
import { secret, text } from '../../../domain/providers/fields.ts';

const declared = (
  kind: ProviderKind,
  provider: string,
  fields: Fields,
  required: readonly string[] = [],
): Declaration => ({
  kind,
  provider,
  name: `${provider} ${kind}`,
  provider_type: 'cloud',
  description: `It is ${provider}.`,
  required,
  fields,
});

/** Providers that are only declared: two kinds of one, a carrier, one whose secrets are optional, one without secrets. */
export const DECLARATIONS: readonly Declaration[] = [
  declared('stt', 'acme', { api_key: secret({ description: 'From the console.' }), region: text() }, ['api_key']),
  declared('tts', 'acme', { api_key: secret({ docs_url: 'https://acme.example' }), voice_key: secret() }, [
    'voice_key',
  ]),
  declared('llm', 'bare', { model: text() }, ['model']),
  declared('llm', 'test_llm', { api_key: secret(), extra: secret() }),
  declared('telephony', 'courier', { auth_id: secret(), auth_token: secret() }, ['auth_id', 'auth_token']),
];

/** A registry of providers that are only declared. */
export const declaredProviders = (declarations = DECLARATIONS): ProviderRegistry => ({
  list: (kind) => declarations.filter((each) => each.kind === kind),
  find: (kind, provider) => declarations.find((each) => each.kind === kind && each.provider === provider) ?? null,
  parseSettings: (_kind, _provider, settings) => settings,
});
