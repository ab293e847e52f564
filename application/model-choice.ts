import type { ProviderConfig } from '../domain/agents/models.ts';
import type { ProviderRegistry } from './ports/providers.ts';

/** The vendor of a configuration and its model: the configured one, else the vendor's default. */
export function modelChoice(
  providers: Pick<ProviderRegistry, 'find'>,
  kind: 'stt' | 'tts' | 'llm',
  { provider, model }: ProviderConfig,
): { readonly provider: string; readonly model: string | null } {
  const named = model ?? providers.find(kind, provider)?.fields['model']?.default;
  return { provider, model: typeof named === 'string' ? named : null };
}
