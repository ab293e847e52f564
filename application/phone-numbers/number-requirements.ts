import { notATelephonyAgent, type Agent, type AgentTelephony } from '../../domain/agents/agent.ts';
import { invalid } from '../../domain/errors.ts';
import type { NumberFormat } from '../ports/number-format.ts';
import type { ProviderRegistry } from '../ports/providers.ts';

/** The number in E.164, or a refusal of what is none. */
export function requireNumber(numberFormat: NumberFormat, text: string): string {
  const number = numberFormat.e164(text);
  if (number === null)
    throw invalid('phone_number must be a telephone number with its country code, such as +14155550100');
  return number;
}

/** Refuses a provider that no carrier is registered for. */
export function requireRegistered(providers: ProviderRegistry, provider: string): void {
  if (!providers.find('telephony', provider)) throw invalid('provider must be a registered telephony provider');
}

/** What the agent has at this provider, or a refusal of an agent that has nothing there. */
export function requireTelephony({ telephony }: Agent, provider: string): AgentTelephony {
  if (!telephony) throw notATelephonyAgent();
  if (telephony.provider !== provider) throw invalid(`The agent's telephony provider is ${telephony.provider}`);
  return telephony;
}
