import type { NumberToAttach } from '../../../application/phone-numbers/attach-number.ts';
import type { PhoneNumberUseCases } from '../../../application/phone-numbers/index.ts';
import { done, ok, type Handlers, type Input } from '../handler.ts';

export const phoneNumberHandlers = (numbers: PhoneNumberUseCases) =>
  ({
    listPhoneNumbers: async ({ caller }) => ok(await numbers.list(caller)),
    getAgentPhoneNumber: async ({ caller, path }) => ok(await numbers.ofAgent(caller, path('agent_id'))),
    attachPhoneNumber: async ({ caller, body }: Input<NumberToAttach>) => {
      await numbers.attach(caller, body);
      return { ...done('Phone number attached'), status: 201 };
    },
    detachPhoneNumber: async ({ caller, body }: Input<{ readonly phone_number: string }>) => {
      await numbers.detach(caller, body);
      return done('Phone number detached');
    },
    listProviderInventory: async ({ caller, path }) =>
      ok({ status: 'success', numbers: await numbers.inventory(caller, path('provider')) }),
  }) satisfies Handlers;
