import type { PhoneNumberRepository } from '../../application/ports/phone-numbers.ts';
import type { LinkAction, PhoneNumber } from '../../domain/telephony/phone-number.ts';
import { UniqueViolation, type DocumentStore } from './collection.ts';
import { anyOf } from './match.ts';

/** The actions that earlier versions stored under other names, with their names today. A migration renames them. */
export const LINK_ACTIONS_TODAY = { attach: 'attached', detach: 'detached' } as const satisfies Readonly<
  Record<string, LinkAction>
>;

export interface StoredNumber extends Omit<PhoneNumber, 'last_link_action'> {
  readonly last_link_action: LinkAction | keyof typeof LINK_ACTIONS_TODAY | null;
}

/** Phone numbers as documents, one per number across all organisations. */
export async function documentPhoneNumbers(store: DocumentStore): Promise<PhoneNumberRepository> {
  const numbers = await store.open<StoredNumber>({
    name: 'phone_numbers',
    indexes: [
      // spec: PhoneNumbers - the uniqueness index has no org component
      { name: 'by_number', fields: ['phone_number'], unique: true },
      { name: 'by_agent', fields: ['org_id', 'agent_id'], unique: true, sparse: 'agent_id' },
      { name: 'by_age', fields: ['org_id', 'created_at'] },
    ],
  });

  return {
    add: (number) => unlessRefused(numbers.insert(number).then(() => number)),
    find: async (phoneNumber) => readable(await numbers.findOne({ phone_number: phoneNumber })),
    findMany: async (phoneNumbers) =>
      phoneNumbers.length === 0 ? [] : (await numbers.find({ phone_number: anyOf(phoneNumbers) })).map(renamed),
    ofAgent: async (orgId, agentId) => readable(await numbers.findOne({ org_id: orgId, agent_id: agentId })),
    list: async (orgId) => (await numbers.find({ org_id: orgId }, { sort: { created_at: 'desc' } })).map(renamed),
    change: ({ phone_number, org_id, agent_id, updated_at }, changes) =>
      unlessRefused(numbers.change({ phone_number, org_id, agent_id, updated_at }, changes).then(readable)),
  };
}

async function unlessRefused(write: Promise<PhoneNumber | null>): Promise<PhoneNumber | null | 'occupied'> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof UniqueViolation && error.index === 'by_agent') return 'occupied';
    if (error instanceof UniqueViolation && error.index === 'by_number') return null;
    throw error;
  }
}

const renamed = (stored: StoredNumber): PhoneNumber => {
  const { last_link_action: action } = stored;
  const isFormer = action === 'attach' || action === 'detach';
  return { ...stored, last_link_action: isFormer ? LINK_ACTIONS_TODAY[action] : action };
};

const readable = (stored: StoredNumber | null): PhoneNumber | null => stored && renamed(stored);
