import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import type { DialRefusal } from '../../domain/campaigns/refusal.ts';
import type { SimulatedCallback } from './callbacks.ts';
import { grouped } from './grouped.ts';
import type { Entry } from './ledger-carrier.ts';

/** From the permit to the request at most. In milliseconds. */
const SEND_WITHIN_MS = 1_000;
/** How long after its agreed time a callback may be made, in ms. */
const LATEST_MS = 3_600_000;

/** A dial that was made, and its run. */
interface PersonDial extends Entry {
  readonly call: { readonly custom_variables: Readonly<Record<string, unknown>> };
  readonly run: QueuedRun | undefined;
}

/** What callbacks are judged by. */
export interface PersonEvidence {
  readonly callbacks: readonly SimulatedCallback[];
  /** Every run there ever was. */
  readonly runs: ReadonlyMap<string, QueuedRun>;
  readonly dials: readonly PersonDial[];
}

/**
 * The dials of each person: the call that was called back decides who that is, and so on. Where it is not of the campaign, its
 * first callback there does.
 */
function byPerson({ runs, dials }: PersonEvidence) {
  const ofCall = new Map(dials.map((dial) => [dial.callId, dial.run]));
  const callbacks = [...runs.values()]
    .filter(({ callback, attempt }) => callback && attempt === 0)
    .toSorted((one, other) => other.contact_index - one.contact_index);
  const placeOf = ({ campaign_id, contact_index }: QueuedRun): string => `${campaign_id} ${contact_index}`;
  const callbackAt = new Map(callbacks.map((run) => [placeOf(run), run]));
  const firstOf = new Map(callbacks.map((run) => [`${run.campaign_id} ${run.callback?.call_id}`, run]));
  const personOf = (run: QueuedRun): string => {
    const callId = callbackAt.get(placeOf(run))?.callback?.call_id ?? '';
    const before = ofCall.get(callId);
    if (before && before.campaign_id === run.campaign_id) return personOf(before);
    return placeOf(firstOf.get(`${run.campaign_id} ${callId}`) ?? run);
  };
  const dialsOf = grouped(dials, ({ run }) => (run ? personOf(run) : ''));
  return (run: QueuedRun): readonly PersonDial[] => dialsOf.get(personOf(run)) ?? [];
}

/** Retries of persons who were to be called back. */
export function dialledBesideCallback(evidence: PersonEvidence): string[] {
  const { callbacks, runs } = evidence;
  const dialsOf = byPerson(evidence);
  return callbacks.flatMap(({ agreed, cancelRequested }) => {
    const [first] = agreed;
    const callback = first && runs.get(first.id);
    // One that was refused, or moved after another one of a removed campaign, stands for none.
    if (!first || !callback || callback.refusal || cancelRequested < Infinity) return [];
    return dialsOf(callback).flatMap(({ run, callId, at }) =>
      run && !run.callback && run.contact_index < callback.contact_index && at > first.answered + SEND_WITHIN_MS
        ? [`${callId} at ${at}, called back as agreed at ${first.answered}`]
        : [],
    );
  });
}

/** Callbacks of persons who had been reached since they were agreed, or were in a call. */
export function dialledAgain(evidence: PersonEvidence): string[] {
  const dialsOf = byPerson(evidence);
  return evidence.dials.flatMap(({ run, callId, at }) => {
    const known =
      run?.callback && evidence.callbacks.find(({ agreed }) => agreed.some(({ id }) => id === run.queued_run_id));
    if (!run?.callback || !known) return [];
    const times = [...known.requested, ...known.agreed.map(({ answered }) => answered)];
    const last = Math.max(...times.filter((time) => time <= at));
    const reached = dialsOf(run).find(
      (other) =>
        other.run?.contact_index !== run.contact_index &&
        other.callId !== run.callback?.call_id &&
        other.run?.outcome === 'answered' &&
        other.at > last &&
        other.at + SEND_WITHIN_MS < at,
    );
    return reached ? [`${callId} at ${at}, reached by ${reached.callId} at ${reached.at}`] : [];
  });
}

/** Callbacks that were made long after their time. */
export const dialledLate = ({ callbacks, dials }: PersonEvidence): string[] =>
  dials.flatMap(({ run, callId, at, wall }) => {
    const known = run?.callback && callbacks.find(({ agreed }) => agreed.some(({ id }) => id === run.queued_run_id));
    if (!known || known.requested.length > known.agreed.length) return [];
    const latest = Math.max(...known.agreed.map((each) => each.at.getTime())) + LATEST_MS + SEND_WITHIN_MS;
    return wall.getTime() > latest ? [`${callId} at ${wall.toISOString()} (${at})`] : [];
  });

/** Callbacks and retries that were refused without a reason. */
export function refusedForCallbacks(evidence: PersonEvidence): string[] {
  const dialsOf = byPerson(evidence);
  const isRight = (run: QueuedRun): boolean => {
    const { refusal } = run;
    if (refusal?.reason === 'too_late') return isLate(refusal);
    // Of a removed campaign, the callback may be known as a later one of its call.
    if (refusal?.reason === 'callback_agreed') return evidence.runs.has(refusal.callback.callback_id);
    return refusal?.reason !== 'reached' || dialsOf(run).some(({ callId }) => callId === refusal.reached.call_id);
  };
  return [...evidence.runs.values()].flatMap((run) =>
    isRight(run) ? [] : [`${run.queued_run_id} ${JSON.stringify(run.refusal)}`],
  );
}

const isLate = ({ late, refused_at }: Extract<DialRefusal, { readonly reason: 'too_late' }>): boolean =>
  refused_at >= late.latest && Date.parse(late.latest) === Date.parse(late.at) + LATEST_MS;
