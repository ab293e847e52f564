import type { components } from '../../api.ts';

type Schemas = components['schemas'];

/** A number of the organisation. */
export type PhoneNumber = Schemas['PhoneNumberResponse'];

/** What numbers are shown and attached with. */
export interface KnownNumbers {
  readonly numbers: readonly PhoneNumber[];
  readonly agents: readonly Schemas['AgentResponse'][];
  readonly carriers: readonly Schemas['ProviderEntry'][];
}

/** The agents that could answer a number of this carrier: of the telephone, made there, with no number yet. */
export const freeAgents = (agents: readonly Schemas['AgentResponse'][], provider: string) =>
  agents.filter(
    ({ telephony, linked_phone_number: linked, status }) =>
      telephony?.provider === provider && linked === null && status === 'active',
  );

/** The numbers of the carrier that no agent answers yet. */
export const freeNumbers = (owned: readonly string[], numbers: readonly PhoneNumber[]) =>
  owned.filter((one) => !numbers.some(({ phone_number: known, agent_id: agent }) => known === one && agent !== null));

/** Whether the simulated carrier is among these, with which telephony is tried without an account. */
export const hasSimulator = (carriers: readonly Schemas['ProviderEntry'][]): boolean =>
  carriers.some(({ provider }) => provider === 'simulator');
