import { notATelephonyAgent, type Agent, type AgentTelephony } from '../../domain/agents/agent.ts';
import { invalid } from '../../domain/errors.ts';
import type { NumberFormat } from '../ports/number-format.ts';
import type { ProviderRegistry } from '../ports/providers.ts';

/** Parses a number to E.164. Rejects invalid ones. */
export function requireNumber(numberFormat: NumberFormat, text: string): string {
  const number = numberFormat.e164(text);
  if (number === null)
    throw invalid('phone_number must be a telephone number with its country code, for example +14155550100');
  return number;
}

/** Rejects a provider that is not a registered carrier. */
export function requireRegistered(providers: ProviderRegistry, provider: string): void {
  if (!providers.find('telephony', provider)) throw invalid('provider must be a registered telephony provider');
}

/** The agent's application at this provider. Rejects an agent without one. */
export function requireTelephony({ telephony }: Agent, provider: string): AgentTelephony {
  if (!telephony) throw notATelephonyAgent();
  if (telephony.provider !== provider) throw invalid(`The agent's telephony provider is ${telephony.provider}`);
  return telephony;
}
