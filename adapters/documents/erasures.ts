import type { ErasureRepository } from '../../application/ports/erasures.ts';
import { retryOnConflict } from '../../application/retry-on-conflict.ts';
import { ERASURE_SCOPES, newErasure, type Erasure } from '../../domain/erasures/erasure.ts';
import { falseOnUniqueViolation, type Collection, type DocumentStore } from './collection.ts';
import { anyOf, between } from './match.ts';

interface StoredErasure extends Erasure {
  /** The worker that has it, and until when. Empty when unclaimed. */
  readonly claimed_by: string;
  readonly claimed_until: string;
}

/** The number of a pending erasure. Removing the document overwrites it, unlike a change. */
interface ErasedNumber {
  readonly erasure_id: string;
  readonly org_id: string;
  readonly phone_number: string;
  /** The erasure as it was requested: a crash may leave the number without it. Absent in what earlier versions stored. */
  readonly requested?: Erasure;
}

/** Matches erasures that can be claimed: not those of a scope that only a newer release knows, and completes. */
const free = (now: string) =>
  ({ status: 'pending', scope: anyOf(ERASURE_SCOPES), claimed_until: between({ below: now }) }) as const;

/** Erasures as documents. The numbers of pending ones are in a collection of their own. */
export async function documentErasures(store: DocumentStore): Promise<ErasureRepository> {
  const erasures = await store.open<StoredErasure>({
    name: 'erasures',
    // A request is answered once it is stored.
    isLasting: true,
    indexes: [
      { name: 'by_id', fields: ['erasure_id'], unique: true },
      { name: 'by_age', fields: ['org_id', 'created_at'] },
      { name: 'by_turn', fields: ['status', 'org_id', 'created_at'] },
    ],
  });
  const numbers = await openNumbers(store);
  const numberOf = async (erasure_id: string): Promise<string | null> =>
    (await numbers.findOne({ erasure_id }))?.phone_number ?? null;

  const { insert, completeRequests } = requests(erasures, numbers);

  return {
    async add(erasure, phone_number) {
      const { erasure_id, org_id } = erasure;
      // First: a pending erasure without its number counts as ended. From here on the request survives a crash.
      if (phone_number !== null) await numbers.insert({ erasure_id, org_id, phone_number, requested: erasure });
      await insert(erasure);
    },
    async find(org_id, erasure_id) {
      const found = await erasures.findOne({ org_id, erasure_id });
      return found && shown(found);
    },
    async findPending(org_id, phoneNumber) {
      if (phoneNumber === null) {
        const found = await erasures.findOne({ status: 'pending', org_id, scope: 'organisation' });
        return found && shown(found);
      }
      const same = (await numbers.find({ org_id })).filter(({ phone_number }) => phone_number === phoneNumber);
      const ids = same.map(({ erasure_id }) => erasure_id);
      const found = ids.length === 0 ? null : await erasures.findOne({ status: 'pending', erasure_id: anyOf(ids) });
      return found && shown(found);
    },
    list: async (org_id, page) =>
      (await erasures.find({ org_id }, { ...page, sort: { created_at: 'desc' } })).map(shown),
    count: (org_id) => erasures.count({ org_id }),
    countPending: (org_id) => erasures.count({ status: 'pending', org_id }),

    async organisationsWithPending(now) {
      await completeRequests(now);
      const found = await erasures.tally(free(now), ['org_id'], 'waiting');
      return found.map(({ values }) => values.org_id);
    },
    ...claims(erasures, numberOf),
    async removeNumber(erasure_id) {
      await numbers.remove({ erasure_id });
    },
  };
}

/** Removed with the end of their erasures. */
const openNumbers = (store: DocumentStore): Promise<Collection<ErasedNumber>> =>
  store.open<ErasedNumber>({
    name: 'erased_numbers',
    formerIndexes: ['by_age'],
    isLasting: true,
    indexes: [
      { name: 'by_erasure', fields: ['erasure_id'], unique: true },
      { name: 'by_organisation', fields: ['org_id'] },
    ],
  });

/** Storing requested erasures, in two writes for a number. */
function requests(erasures: Collection<StoredErasure>, numbers: Collection<ErasedNumber>) {
  /** Stores the erasure, unless it is stored already. */
  const insert = (erasure: Erasure): Promise<boolean> =>
    falseOnUniqueViolation(erasures.insert({ ...erasure, claimed_by: '', claimed_until: '' }), 'by_id');
  /** Stores erasures that a crash cut off after their numbers. */
  const completeRequests = async (now: string): Promise<void> => {
    // They are few: each is removed with the end of its erasure.
    for await (const { erasure_id, org_id, phone_number, requested } of numbers.each({})) {
      if (await erasures.findOne({ erasure_id })) continue;
      const of = { erasure_id, org_id, scope: 'phone_number', requested_by: '', phoneNumber: phone_number } as const;
      await insert(requested ?? newErasure({ ...of, now: new Date(now) }));
    }
  };

  return { insert, completeRequests };
}

type Claims = Pick<ErasureRepository, 'claim' | 'renewClaim' | 'change' | 'release'>;

/** Sharing the pending erasures among workers. */
const claims = (
  erasures: Collection<StoredErasure>,
  numberOf: (erasureId: string) => Promise<string | null>,
): Claims => ({
  claim: (org_id, owner, { now, until }) =>
    retryOnConflict('The erasures kept changing. Try again.', async () => {
      const seen = await erasures.findOne({ org_id, ...free(now) }, { created_at: 'asc' });
      if (!seen) return null;
      const { erasure_id, claimed_by, claimed_until } = seen;
      const match = { erasure_id, status: 'pending', claimed_by, claimed_until } as const;
      const claimed = await erasures.change(match, { claimed_by: owner, claimed_until: until });
      // Another worker claimed it first: try the next one.
      return claimed ? { erasure: shown(claimed), phoneNumber: await numberOf(erasure_id) } : 'again';
    }),
  renewClaim: async (erasure_id, claimed_by, until) =>
    (await erasures.change({ erasure_id, claimed_by }, { claimed_until: until })) !== null,
  change: async (erasure_id, claimed_by, changes) =>
    (await erasures.change({ erasure_id, claimed_by }, changes)) !== null,
  release: async (erasure_id, claimed_by, until, changes) =>
    (await erasures.change({ erasure_id, claimed_by }, { ...changes, claimed_by: '', claimed_until: until })) !== null,
});

const shown = ({ claimed_by: _by, claimed_until: _until, ...erasure }: StoredErasure): Erasure => erasure;
