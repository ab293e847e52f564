import type { CallReference, FoundCall } from '../../../application/ports/carrier.ts';
import type { Clock } from '../../../application/ports/clock.ts';
import type { CarrierRest } from '../_carrier/rest.ts';
import { textOf } from '../../../domain/unverified-json.ts';
import { withoutPlus } from '../_carrier/values.ts';
import { endReport, liveReport } from './dialect.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Tolerance for clock skew and for timestamps in whole seconds, in ms. */
const TOLERANCE_MS = 5_000;
/** After this time a call has a record and a dial has left the queue, in ms. */
const RECORD_DELAY_MS = 120_000;

/** Finds a call among live calls, queued calls and call records. */
export async function lookUp(
  rest: CarrierRest,
  clock: Clock,
  call: CallReference,
): Promise<FoundCall | null | 'unknown'> {
  if (call.sid !== null) return (await bySid(rest, call.sid)) ?? 'unknown';
  const found = await byNumbers(rest, call);
  if (found) return found;
  const isRecorded = clock.now().getTime() - call.since.getTime() > RECORD_DELAY_MS;
  return isRecorded && (await queuedCalls(rest)).length === 0 ? null : 'unknown';
}

async function bySid(rest: CarrierRest, sid: string): Promise<FoundCall | null> {
  const path = `Call/${encodeURIComponent(sid)}/`;
  for (const status of ['live', 'queued']) {
    const { status: answer, body } = await rest({ method: 'GET', path, query: { status }, expected: [404] });
    const report =
      answer === 404 ? null : liveReport(textOf(body['call_status']) || (status === 'queued' ? status : ''));
    if (report) return { sid, ...report };
  }
  const record = await rest({ method: 'GET', path, expected: [404] });
  return record.status === 404 ? null : recorded(record.body);
}

async function byNumbers(rest: CarrierRest, { to, from, since }: CallReference): Promise<FoundCall | null> {
  const numbers = { from_number: withoutPlus(from), to_number: withoutPlus(to), call_direction: 'outbound' };
  const live = await rest({ method: 'GET', path: 'Call/', query: { ...numbers, status: 'live' } });
  for (const sid of texts(live.body['calls'])) {
    const found = await bySid(rest, sid);
    if (found) return found;
  }
  const earliest = since.getTime() - TOLERANCE_MS;
  const records = await rest({
    method: 'GET',
    path: 'Call/',
    query: { ...numbers, end_time__gte: new Date(earliest).toISOString().slice(0, 19).replace('T', ' '), limit: 20 },
  });
  const ours = objects(records.body['objects']).filter((record) => startOf(record) >= earliest);
  const [first] = ours.toSorted((one, other) => startOf(one) - startOf(other));
  return first ? recorded(first) : null;
}

async function queuedCalls(rest: CarrierRest): Promise<string[]> {
  const { body } = await rest({ method: 'GET', path: 'Call/', query: { status: 'queued' } });
  return texts(body['calls']);
}

function recorded(record: Fields): FoundCall | null {
  const sid = textOf(record['call_uuid']);
  if (sid === '') return null;
  const isAnswered = textOf(record['answer_time']) !== '' || Number(record['bill_duration']) > 0;
  const code = textOf(record['hangup_cause_code']);
  const words = textOf(record['hangup_cause_name']);
  return {
    sid,
    ...endReport({ code, words, name: '', callStatus: textOf(record['call_state']).toLowerCase(), isAnswered }),
  };
}

const startOf = (record: Fields): number => Date.parse(textOf(record['initiation_time']).replace(' ', 'T')) || 0;
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(textOf) : []);
const objects = (value: unknown): Fields[] => (Array.isArray(value) ? (value as Fields[]) : []);
