import type { CallRepository, CallSnapshot } from '../../application/ports/calls.ts';
import type { CallFilter, CallStanding, LogFilter } from '../../domain/calls/call-filter.ts';
import { CALL_STATUSES, isLive, type CallLog } from '../../domain/calls/call-log.ts';
import {
  UniqueViolation,
  falseOnUniqueViolation,
  type Collection,
  type CollectionDefinition,
  type DocumentStore,
} from './collection.ts';
import { changeWithEvents, OUTBOX_INDEX, withoutOutbox, type Outbox } from './event-outbox.ts';
import { anyOf, between, otherThan, spanOf, textIn, type Match } from './match.ts';

/**
 * The fields calls are counted by. The indexes contain all of them, so that no document is read: custom variables can
 * make one large.
 */
const OUTCOME = ['agent_id', 'agent_name', 'status', 'call_response', 'without_speech', 'agent_draft'] as const;

/** Further fields that calls are looked for by. */
const SOUGHT = ['call_type', 'from_number', 'to_number'] as const;

const CALLS: CollectionDefinition<CallLog & Outbox> = {
  name: 'calls',
  // A call is stored before the carrier is asked to dial, so it must survive a power loss.
  isLasting: true,
  formerIndexes: ['by_outcome', 'by_age_and_outcome', 'by_outcome_and_speech', 'by_age_outcome_and_draft'],
  indexes: [
    { name: 'by_id', fields: ['call_id'], unique: true },
    { name: 'by_age_and_log', fields: ['org_id', 'created_at', ...OUTCOME, 'duration', ...SOUGHT] },
    { name: 'by_outcome_and_draft', fields: ['org_id', ...OUTCOME, 'duration'] },
    { name: 'by_campaign', fields: ['org_id', 'campaign_id', 'created_at'], sparse: 'campaign_id' },
    { name: 'by_recording', fields: ['org_id', 'created_at', 'recording_url'], sparse: 'recording_url' },
    { name: 'by_transcript', fields: ['org_id', 'created_at', 'transcript_url'], sparse: 'transcript_url' },
    { name: 'by_version', fields: ['org_id', 'agent_id', 'agent_version', 'created_at'], sparse: 'agent_version' },
    { name: 'by_canary', fields: ['org_id', 'canary_id', 'created_at'], sparse: 'canary_id' },
    { name: 'by_gaps', fields: ['org_id', 'created_at', 'gaps'], sparse: 'gaps' },
    { name: 'by_sid', fields: ['org_id', 'provider_call_sid'], unique: true, sparse: 'provider_call_sid' },
    OUTBOX_INDEX,
  ],
};

/** Call logs as documents, one per call. A carrier's call id is unique within an organisation. */
export async function documentCalls(store: DocumentStore): Promise<CallRepository> {
  const calls = await store.open(CALLS);

  return {
    add: (call) => falseOnUniqueViolation(calls.insert(call), 'by_sid'),
    async addAll(added) {
      await calls.insertAll(added);
    },
    find: async (orgId, callId) => bare(await calls.findOne({ org_id: orgId, call_id: callId })),
    findByProviderSid: async (orgId, sid) => bare(await calls.findOne({ org_id: orgId, provider_call_sid: sid })),
    async update(orgId, callId, snapshot, changes, eventsOf) {
      const { updated_at } = snapshot;
      const seen = { org_id: orgId, call_id: callId, ...stateOf(snapshot) };
      try {
        const isChange = Object.keys(changes).length > 0;
        const dated = { ...changes, ...(isChange && { updated_at: timeOfChange(updated_at, changes.updated_at) }) };
        if (!eventsOf) return bare(await calls.change(seen, dated));
        const decide = (before: CallLog) => eventsOf(before, { ...before, ...dated });
        return bare(await changeWithEvents<CallLog>(calls, seen, dated, decide));
      } catch (error) {
        if (error instanceof UniqueViolation && error.index === 'by_sid') return 'taken';
        throw error;
      }
    },
    recordSids: (dialled) =>
      calls.changeAll(
        dialled.map(({ seen, sid, at }) => ({
          match: { org_id: seen.org_id, call_id: seen.call_id, ...stateOf(seen) },
          changes: { provider_call_sid: sid, error_message: null, updated_at: timeOfChange(seen.updated_at, at) },
        })),
      ),
    ...lists(calls),
    async remove(orgId, callId) {
      await calls.remove({ org_id: orgId, call_id: callId });
    },
    count: (orgId, wanted = {}) => calls.count(matching(orgId, wanted)),
    async tally(orgId, registered) {
      const match = matching(orgId, registered ?? {});
      const groups = await calls.tally(match, OUTCOME, 'duration');
      return groups.map(({ values: { agent_draft: draft, ...values }, count, sum }) => ({
        ...values,
        of_draft: typeof draft === 'string',
        // SQLite answers 1 for true, and null for calls without the field.
        without_speech: Boolean(values.without_speech),
        calls: count,
        seconds: sum,
      }));
    },
  };
}

const stateOf = ({
  status,
  call_response,
  end_time_utc,
  provider_call_sid,
  updated_at,
}: CallSnapshot): CallSnapshot => ({
  status,
  call_response,
  end_time_utc,
  provider_call_sid,
  updated_at,
});

/** Later than the last change, whatever the clock says: it tells whether a call has changed since it was read. */
const timeOfChange = (last: string, now = last): string =>
  now > last ? now : new Date(Date.parse(last) + 1).toISOString();

type Lists = Pick<
  CallRepository,
  'findMany' | 'list' | 'listWithGaps' | 'each' | 'listOldest' | 'listOfCampaign' | 'listBefore'
>;

/** Listing calls. */
const lists = (calls: Collection<CallLog & Outbox>): Lists => ({
  findMany: (orgId, ids) => allOf(calls.each({ org_id: orgId, call_id: anyOf(ids) })),
  list: (orgId, page, wanted = {}) =>
    allOf(calls.each(matching(orgId, wanted), { ...page, sort: { created_at: 'desc' } })),
  listWithGaps: (orgId, wanted, limit) =>
    allOf(
      calls.each({ ...matching(orgId, wanted), gaps: between({ from: 1 }) }, { limit, sort: { created_at: 'desc' } }),
    ),
  async *each(orgId, wanted) {
    for await (const call of calls.each(matching(orgId, wanted), { sort: { created_at: 'desc' } }))
      yield withoutOutbox<CallLog>(call);
  },
  listOldest: (orgId, wanted, limit) =>
    allOf(calls.each(matching(orgId, wanted), { limit, sort: { created_at: 'asc' } })),
  listOfCampaign: (orgId, campaignId, page) =>
    allOf(calls.each({ org_id: orgId, campaign_id: campaignId }, { ...page, sort: { created_at: 'desc' } })),
  listBefore: (orgId, { moment, from, having }, page) =>
    allOf(
      calls.each(
        {
          org_id: orgId,
          created_at: between({ ...(from !== undefined && { from }), below: moment }),
          ...(having && { [`${having}_url` as const]: between({ from: '' }) }),
        },
        { ...page, sort: { created_at: 'asc' } },
      ),
    ),
});

/** Reads at most one page. */
async function allOf(calls: AsyncIterable<CallLog & Outbox>): Promise<CallLog[]> {
  const all: CallLog[] = [];
  for await (const call of calls) all.push(withoutOutbox<CallLog>(call));
  return all;
}

const bare = (stored: (CallLog & Outbox) | null): CallLog | null => stored && withoutOutbox<CallLog>(stored);

const matching = (
  orgId: string,
  { agent_id, agent_version, canary_id, from, below, ...log }: CallFilter,
): Match<CallLog & Outbox> => ({
  org_id: orgId,
  ...ofLog(log),
  ...(agent_id !== undefined && { agent_id }),
  ...(agent_version !== undefined && { agent_version }),
  ...(canary_id !== undefined && { canary_id }),
  ...((from !== undefined || below !== undefined) && { created_at: spanOf(from, below) }),
});

const ofLog = ({ campaign_id, call_type, standing, number }: LogFilter): Match<CallLog & Outbox> => ({
  ...(campaign_id !== undefined && { campaign_id }),
  ...(call_type !== undefined && { call_type }),
  ...(standing !== undefined && STANDINGS[standing]),
  ...(number !== undefined && textIn(['from_number', 'to_number'], number)),
});

const ENDED = anyOf(CALL_STATUSES.filter((status) => !isLive(status)));

const STANDINGS: Readonly<Record<CallStanding, Match<CallLog>>> = {
  live: { status: anyOf(CALL_STATUSES.filter(isLive)) },
  answered: { status: ENDED, call_response: 'answered' },
  missed: { status: ENDED, call_response: otherThan('answered') },
};
