import type { PhoneNumberRepository } from '../../application/ports/phone-numbers.ts';
import type { PhoneNumber } from '../../domain/telephony/phone-number.ts';
import { Taken, type Engine } from './collection.ts';

/** Telephone numbers as documents: one per number, whoever holds it. */
export async function documentPhoneNumbers(engine: Engine): Promise<PhoneNumberRepository> {
  const numbers = await engine.open<PhoneNumber>({
    name: 'phone_numbers',
    indexes: [
      // spec: PhoneNumbers - the uniqueness index has no org component
      { name: 'by_number', fields: ['phone_number'], unique: true },
      { name: 'by_agent', fields: ['org_id', 'agent_id'], unique: true, sparse: true },
      { name: 'by_age', fields: ['org_id', 'created_at'] },
    ],
  });

  return {
    add: (number) => unlessRefused(numbers.insert(number).then(() => number)),
    find: (phoneNumber) => numbers.findOne({ phone_number: phoneNumber }),
    ofAgent: (orgId, agentId) => numbers.findOne({ org_id: orgId, agent_id: agentId }),
    list: (orgId) => numbers.find({ org_id: orgId }, { sort: { created_at: 'desc' } }),
    change: ({ phone_number, org_id, agent_id, updated_at }, changes) =>
      unlessRefused(numbers.change({ phone_number, org_id, agent_id, updated_at }, changes)),
  };
}

async function unlessRefused(write: Promise<PhoneNumber | null>): Promise<PhoneNumber | null | 'occupied'> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof Taken && error.index === 'by_agent') return 'occupied';
    if (error instanceof Taken && error.index === 'by_number') return null;
    throw error;
  }
}
