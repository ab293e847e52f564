import type { NumberToAttach } from '../../../application/phone-numbers/attach-number.ts';
import type { PhoneNumberUseCases } from '../../../application/phone-numbers/index.ts';
import { done, ok, type Body, type Handlers } from '../handler.ts';

export const phoneNumberHandlers = (numbers: PhoneNumberUseCases) =>
  ({
    listPhoneNumbers: async ({ principal }) => ok(await numbers.list(principal)),
    getAgentPhoneNumber: async ({ principal, path }) => ok(await numbers.ofAgent(principal, path('agent_id'))),
    attachPhoneNumber: async ({ principal }, body: Body<NumberToAttach>) => {
      await numbers.attach(principal, body);
      return { ...done('Phone number attached'), status: 201 };
    },
    detachPhoneNumber: async ({ principal }, { phone_number }) => {
      await numbers.detach(principal, { phone_number });
      return done('Phone number detached');
    },
    listProviderInventory: async ({ principal, path }) =>
      ok({ status: 'success', numbers: await numbers.inventory(principal, path('provider')) }),
  }) satisfies Partial<Handlers>;
