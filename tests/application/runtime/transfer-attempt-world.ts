import { TransferAttempt } from '../../../application/runtime/transfer-attempt.ts';
import { TransferNews } from '../../../application/runtime/transfer-news.ts';
import type { TransferConfirmation } from '../../../domain/agents/transfer.ts';
import { outboundCall, type CallLog, type CallPatch } from '../../../domain/calls/call-log.ts';
import { patchCall } from '../../../domain/calls/call-patch.ts';
import { transferWebhooks } from '../../../domain/calls/call-webhooks.ts';
import { fakeCarriers } from '../../support/fake-carrier.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { rememberingLog } from '../../support/remembering-log.ts';

export const RUN = 4;
export const RING_SECONDS = 20;
const IDS = { call_id: 'c1', org_id: 'o1', agent_id: 'a1' };
export const WEBHOOKS = transferWebhooks('https://voice.example', IDS, { run: RUN, language: 'en' });
export const HANGS_UP = 'hangUp sid of c1';
export const REDIRECTS = `redirect sid-1 ${WEBHOOKS.answerUrl('caller')}`;

/** One attempt on a call that talks, with a call log that the domain changes. */
export function attempt({
  brief = null as string | null,
  confirm = null as TransferConfirmation | null,
  caller_id = undefined as string | undefined,
} = {}) {
  const clock = fakeClock();
  const { log, lines } = rememberingLog();
  const carriers = fakeCarriers();
  const carrier = carriers.carrier('plivo');
  const facts = { ...IDS, agent_name: 'Desk', now: clock.now(), custom_variables: {} };
  const numbers = { from_number: '+15550100000', to_number: '+14155550100', telephony_provider: 'plivo' };
  let call: CallLog = { ...outboundCall({ ...facts, ...numbers }), status: 'in_progress' };
  /** What the API does instead of its work. */
  const trouble: { onRead: Error | null; onUpdate: Error | null } = { onRead: null, onUpdate: null };
  const update = (patch: CallPatch): CallLog => (call = { ...call, ...patchCall(call, patch, clock.now()) });
  const controlPlane = {
    async call() {
      if (trouble.onRead) throw trouble.onRead;
      return call;
    },
    async updateCall(_orgId: string, _callId: string, patch: CallPatch) {
      if (trouble.onUpdate) throw trouble.onUpdate;
      return update(patch);
    },
  };
  const conversation = new AbortController();
  const news = new TransferNews(clock);
  const target = {
    ...{ name: 'desk', description: 'For bookings.', to: '+14155550107', ring_seconds: RING_SECONDS },
    ...{ mode: brief === null ? ('cold' as const) : ('warm' as const), ...(caller_id !== undefined && { caller_id }) },
  } as const;
  const transferable = {
    ...{ ...IDS, provider: 'plivo', auth: {}, applicationId: 'app', sid: 'sid-1', number: '+15550100000' },
  };
  const order = {
    run: RUN,
    target,
    to: target.to,
    brief,
    confirm,
    webhooks: WEBHOOKS,
    news,
    signal: conversation.signal,
  };
  const tried = new TransferAttempt({ controlPlane, carriers, clock, log }, transferable, order);
  const done: { result?: Awaited<ReturnType<TransferAttempt['run']>> } = {};
  return {
    ...{ clock, lines, carrier, trouble, conversation, tried, done, update },
    /** Begins the attempt, and waits for the dial. */
    async begin() {
      void tried.run().then((result) => (done.result = result));
      await clock.advanceAsync(0);
    },
    transfer: () => call.transfers?.[0],
    /** A webhook that this process received. */
    async reports(transfer: Omit<NonNullable<CallPatch['transfer']>, 'run'>) {
      update({ transfer: { run: RUN, ...transfer } });
      news.announce();
      await clock.advanceAsync(0);
    },
    /** The caller's conversation ends. */
    async leaves() {
      conversation.abort();
      await clock.advanceAsync(0);
    },
    now: () => clock.now().toISOString(),
  };
}

type World = ReturnType<typeof attempt>;

/** The person picks up and is in the conference. */
export async function ready(world: World): Promise<void> {
  await world.begin();
  await world.reports({ answered_at: world.now(), ready_at: world.now() });
}
