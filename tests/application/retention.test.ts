import { assert } from 'chai';
import { callUseCases } from '../../application/calls/index.ts';
import type { Principal } from '../../domain/accounts/principal.ts';
import { webCall, type CallLog } from '../../domain/calls/call-log.ts';
import type { Retention } from '../../domain/calls/retention.ts';
import { refusalOf } from '../support/refusals.ts';
import { openPorts, type Ports } from '../support/world.ts';

/** New for each test: tests share the bucket of a real server. */
let [o1, o2] = ['', ''];
let admin: Principal;
const NONE: Retention = { recordings_days: null, transcripts_days: null, calls_days: null };
const DAY_MS = 24 * 60 * 60_000;

describe('the retention sweep', () => {
  let ports: Ports;
  beforeEach(async () => {
    ports = await openPorts();
    [o1, o2] = [crypto.randomUUID(), crypto.randomUUID()];
    admin = { email: 'ada@example.com', org_id: o1, role: 'admin' };
  });

  const put = async (key: string): Promise<void> => {
    const bytes = (async function* () {
      yield Buffer.from(key);
    })();
    await ports.objects.put(key, bytes, { size: key.length, contentType: 'text/plain' });
  };

  /** Adds a call of this age with recording and transcript. */
  async function call(id: string, days: number, more: Partial<CallLog> = {}): Promise<void> {
    const now = new Date(ports.clock.now().getTime() - days * DAY_MS);
    const facts = { call_id: id, org_id: o1, agent_id: 'a1', agent_name: 'Desk', custom_variables: {}, now };
    const key = (name: string): string => `${more.org_id ?? o1}/${id}/${name}`;
    const { root } = ports.objects;
    const urls = { recording_url: root + key('recording.wav'), transcript_url: root + key('transcript.txt') };
    await ports.calls.add({ ...webCall(facts), status: 'completed', ...urls, ...more });
    for (const name of ['recording.wav', 'transcript.txt']) await put(key(name));
  }

  const keep = (changes: Partial<Retention>, org = admin) =>
    ports.organisationUseCases.setRetention(org, org.org_id!, { ...NONE, ...changes });
  /** A sweep some time later, as the scheduler runs it. */
  async function sweep(from: Partial<Ports> = {}, afterMs = 1_000): Promise<void> {
    ports.clock.advance(afterMs);
    await callUseCases({ ...ports, ...from }).sweepRetention();
  }
  /** What is left of the calls: their logs and their artifacts. */
  async function left(): Promise<string[]> {
    const { calls = [] } = await ports.documents.everything();
    const keys: string[] = [];
    for (const [id, name] of [
      [o1, 'o1'],
      [o2, 'o2'],
    ] as const)
      for await (const { key } of ports.objects.list(`${id}/`)) keys.push(key.replace(id, name));
    const logs = (calls as CallLog[]).map(({ call_id, recording_url, transcript_url }) =>
      [call_id, recording_url && 'recording', transcript_url && 'transcript'].filter(Boolean).join(' '),
    );
    return [...logs, ...keys].toSorted();
  }
  const WHOLE = (id: string): string[] => [
    `${id} recording transcript`,
    `o1/${id}/recording.wav`,
    `o1/${id}/transcript.txt`,
  ];

  it('removes nothing of an organisation that has set none, or keeps everything', async () => {
    await call('a', 4_000);
    await sweep();
    await keep({});
    await sweep();
    assert.deepEqual(await left(), WHOLE('a'));
  });

  it('removes recordings, transcripts and whole calls, each after its own days', async () => {
    for (const [id, days] of [
      ['a', 1],
      ['b', 11],
      ['c', 21],
      ['d', 31],
    ] as const)
      await call(id, days);
    await keep({ recordings_days: 10, transcripts_days: 20, calls_days: 30 });
    await sweep();
    assert.deepEqual(await left(), [...WHOLE('a'), 'b transcript', 'o1/b/transcript.txt', 'c'].toSorted());
  });

  it('removes the inputs of the conversation with the transcript, and gives their bytes back', async () => {
    for (const id of ['a', 'b']) await call(id, 5);
    await put(`${o1}/a/inputs.ndjson`);
    const used = async () => (await ports.quotas.usage(o1)).storage.used;
    const before = await used();
    await keep({ recordings_days: 1 });
    await sweep();
    assert.include(await left(), 'o1/a/inputs.ndjson');
    const between = await used();
    await keep({ transcripts_days: 1 });
    await sweep({}, 61 * 60_000);
    assert.deepEqual(await left(), ['a', 'b']);
    assert.isBelow(between, before);
    assert.equal(await used(), 0);
  });

  it('removes the words of answers with the transcript', async () => {
    const at = '2026-01-31T09:30:00.000Z';
    const words = {
      number: 1,
      at,
      question: 'When?',
      answer: 'At nine.',
      lookup: 'not_searched',
      sources: [],
    } as const;
    for (const id of ['a', 'b']) await call(id, 5, { answers: [words] });
    await call('c', 5);
    await keep({ recordings_days: 1 });
    await sweep();
    assert.lengthOf((await ports.calls.find(o1, 'a'))!.answers!, 1);
    await keep({ transcripts_days: 1 });
    await sweep({}, 61 * 60_000);
    for (const id of ['a', 'b']) assert.isEmpty((await ports.calls.find(o1, id))!.answers);
    assert.notProperty(await ports.calls.find(o1, 'c'), 'answers');
  });

  it('leaves live calls and other organisations alone, and comes back for what was live', async () => {
    await call('a', 5, { status: 'in_progress' });
    await call('b', 5, { org_id: o2 });
    await call('c', 5);
    await keep({ calls_days: 1 });
    await sweep();
    const others = ['b recording transcript', 'o2/b/recording.wav', 'o2/b/transcript.txt'];
    assert.deepEqual(await left(), [...WHOLE('a'), ...others].toSorted());
    const live = (await ports.calls.find(o1, 'a'))!;
    await ports.calls.update(o1, 'a', live, { status: 'completed' });
    await sweep({}, 61 * 60_000);
    assert.deepEqual(await left(), others);
  });

  it('finds a recording that is delivered long after its time', async () => {
    await call('a', 5, { recording_url: null });
    await keep({ recordings_days: 1 });
    await sweep();
    const seen = (await ports.calls.find(o1, 'a'))!;
    await ports.calls.update(o1, 'a', seen, { recording_url: `${ports.objects.root}${o1}/a/recording.wav` });
    await sweep({}, 61 * 60_000);
    assert.deepEqual(await left(), ['a transcript', 'o1/a/transcript.txt']);
  });

  it('gives the bytes of a removed recording back to the quota', async () => {
    await call('a', 5);
    const used = async () => (await ports.quotas.usage(o1)).storage.used;
    const before = await used();
    await keep({ recordings_days: 1 });
    await sweep();
    assert.equal(await used(), before - `${o1}/a/recording.wav`.length);
  });

  it('is done by one process at a time, and continued by another when that one dies', async () => {
    for (const id of ['a', 'b']) await call(id, 5);
    await keep({ calls_days: 1 });
    await new Promise<void>((dies) => {
      const remove = () => new Promise<void>(() => dies());
      void sweep({ calls: { ...ports.calls, remove } });
    });
    await sweep({}, 1_000);
    assert.isNotNull(await ports.calls.find(o1, 'b'), 'the other process has the claim');
    await sweep({}, 11 * 60_000);
    assert.isEmpty(await left());
  });

  it('stops when an admin extends the retention during it', async () => {
    for (let id = 0; id < 60; id += 1) await call(`c${id}`, 5);
    await keep({ calls_days: 1 });
    const { remove } = ports.calls;
    const extending = {
      ...ports.calls,
      remove: async (...one: Parameters<typeof remove>) => {
        await keep({ calls_days: 100 });
        return remove(...one);
      },
    };
    await sweep({ calls: extending });
    assert.equal(await ports.calls.count(o1), 10, 'one page went');
    await sweep({}, 61 * 60_000);
    assert.equal(await ports.calls.count(o1), 10);
  });

  it('does at most 500 calls in a round, and the others in the next', async () => {
    const now = new Date(ports.clock.now().getTime() - 5 * DAY_MS);
    const facts = { org_id: o1, agent_id: 'a1', agent_name: 'Desk', custom_variables: {}, now };
    const ended = { status: 'failed' as const };
    await ports.calls.addAll(
      Array.from({ length: 520 }, (_, id) => ({ ...webCall({ ...facts, call_id: `c${id}` }), ...ended })),
    );
    await keep({ calls_days: 1 });
    await sweep();
    assert.equal(await ports.calls.count(o1), 20);
    await sweep();
    assert.equal(await ports.calls.count(o1), 0);
  });

  it('continues with other calls when one fails, and retries that in the next round', async () => {
    for (const id of ['a', 'b']) await call(id, 5);
    await keep({ calls_days: 1 });
    const remove = ports.objects.remove.bind(ports.objects);
    Object.assign(ports.objects, {
      remove: async (key: string) => (key.startsWith(`${o1}/a/`) ? Promise.reject(new Error('away')) : remove(key)),
    });
    await sweep();
    Object.assign(ports.objects, { remove });
    assert.deepEqual(await left(), WHOLE('a'));
    await sweep();
    assert.isEmpty(await left());
  });

  it('continues after the organisation was deleted', async () => {
    await call('a', 0);
    await keep({ calls_days: 1 });
    await ports.organisations.remove(o1);
    await sweep({}, 2 * DAY_MS);
    assert.isEmpty(await left());
  });

  it('can be set by admins for their active organisation', async () => {
    const set = (principal: Principal, orgId = o1) =>
      ports.organisationUseCases.setRetention(principal, orgId, { ...NONE, calls_days: 1 });
    assert.equal((await refusalOf(set({ ...admin, role: 'member' }))).problem, 'forbidden');
    assert.equal((await refusalOf(set(admin, o2))).problem, 'forbidden');
    assert.isNull(await ports.retention.find(o1));
    assert.deepEqual(await set(admin), { org_id: o1, ...NONE, calls_days: 1 });
  });
});
