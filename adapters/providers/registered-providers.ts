import type { ProviderKind } from '../../domain/providers/declaration.ts';
import type { LlmProvider, SttProvider, TelephonyProvider, TtsProvider } from './define.ts';
import * as providers from './index.ts';

interface ProviderOfKind {
  readonly stt: SttProvider;
  readonly tts: TtsProvider;
  readonly llm: LlmProvider;
  readonly telephony: TelephonyProvider;
}

/** The providers of each kind. */
export type RegisteredProviders = { readonly [Kind in ProviderKind]: readonly ProviderOfKind[Kind][] };

/** Every provider that the index exports, by the kind it declares. */
export const registered: RegisteredProviders = {
  stt: ofKind('stt'),
  tts: ofKind('tts'),
  llm: ofKind('llm'),
  telephony: ofKind('telephony'),
};

function ofKind<Kind extends ProviderKind>(kind: Kind): readonly ProviderOfKind[Kind][] {
  const all: readonly ProviderOfKind[ProviderKind][] = Object.values(providers);
  return all.filter((provider): provider is ProviderOfKind[Kind] => provider.declaration.kind === kind);
}
