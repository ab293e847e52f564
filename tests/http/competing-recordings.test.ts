import { request, type ClientRequest } from 'node:http';
import { Readable } from 'node:stream';
import { assert } from 'chai';
import { NO_QUOTAS, type QuotaName } from '../../domain/accounts/quotas.ts';
import { rehearsalRecordingKey } from '../../domain/rehearsal/rehearsed-conversation.ts';
import { EMPTY_CONVERSATION, PUBLISHED_RUN } from '../contracts/rehearsal-examples.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { TABLE_SUITE } from '../support/rehearsed-tables.ts';
import { wavFile, wavParts } from '../support/wav-files.ts';
import { openWorld, type World } from '../support/world.ts';

const [SMALL, LARGE] = [wavFile({ seconds: 0.5 }), wavFile({ seconds: 2 })];
const DAY_MS = 24 * 3_600_000;
/** Receptions of an organisation at once. */
const AT_ONCE = 8;

describe('recordings of rehearsals that compete', () => {
  let world: World;
  let ada: AgentFixture;
  let suiteId: string;
  let runId: string;
  beforeEach(async () => {
    world = await openWorld();
    ada = await openAgentFixture(world, 'ada');
    const suite = { agent_id: ada.agentId, source: TABLE_SUITE };
    suiteId = (await ada.post<{ suite_id: string }>('/rehearsal-suites', suite)).suite_id;
    runId = await begin();
  });
  afterEach(() => world.close());

  /** Begins a run with its first conversations. */
  async function begin(conversations = 1): Promise<string> {
    const body = { ...PUBLISHED_RUN, level: 'voice', conversations_total: 20, runs: 20 };
    const { run_id } = await ada.post<{ run_id: string }>(`/rehearsal-suites/${suiteId}/published-runs`, body);
    for (let at = 1; at <= conversations; at += 1)
      await ada.ask('PUT', `/rehearsal-runs/${run_id}/conversations/a${at}`, { body: EMPTY_CONVERSATION });
    return run_id;
  }
  const path = (at = 1, run = runId): string => `/rehearsal-runs/${run}/conversations/a${at}/recording`;
  const put = (file: Uint8Array, place = path()) => ada.ask('PUT', place, wavParts(file));
  const finish = (run = runId) => ada.ask('POST', `/rehearsal-runs/${run}/finish`, { body: {} });
  const used = async (name: QuotaName = 'storage'): Promise<number> =>
    (await world.ports.quotas.usage(ada.org_id))[name].used;
  const keyOf = (run = runId): string =>
    rehearsalRecordingKey({ org_id: ada.org_id, run_id: run, side: 'a', position: 1 });

  /** A request whose body is still to come. */
  function started(bytes: number, place = path()): { readonly sent: ClientRequest; readonly status: Promise<number> } {
    const headers = { 'content-type': 'audio/wav', 'content-length': bytes, authorization: `Bearer ${ada.token}` };
    const sent = request(`${world.url}/api/v1${place}`, { method: 'PUT', headers });
    const status = new Promise<number>((resolve, reject) => {
      sent.once('error', reject);
      sent.once('response', (response) => resolve(response.resume().statusCode ?? 0));
    });
    status.catch(() => undefined);
    sent.flushHeaders();
    return { sent, status };
  }
  /** Until this number of conversations was read. */
  function found(count: number): Promise<void> {
    const { rehearsedConversations: conversations } = world.ports;
    const find = conversations.find.bind(conversations);
    let left = count;
    return new Promise((resolve) => {
      conversations.find = async (...args) => {
        const conversation = await find(...args);
        left -= 1;
        if (left === 0) resolve();
        return conversation;
      };
    });
  }

  it('keep the first one that was stored, although a larger one was begun before', async () => {
    const before = await used();
    const isFound = found(1);
    const slow = started(LARGE.length);
    await isFound;
    assert.equal((await put(SMALL)).status, 200);
    slow.sent.end(LARGE);
    assert.equal(await slow.status, 200);
    assert.equal(await world.ports.objects.size(keyOf()), SMALL.length);
    assert.equal(await used(), before + SMALL.length);
  });

  it('are counted again where two processes stored different ones at the same moment', async () => {
    const before = await used();
    const { objects, quotas, rehearsedConversations } = world.ports;
    const { put: store } = objects;
    const write = (file: Buffer) =>
      store.call(objects, keyOf(), Readable.from([file]), { size: file.length, contentType: 'audio/wav' });
    Object.assign(objects, {
      put: async () => {
        const room = await quotas.reserve(ada.org_id, { kind: 'recording', id: keyOf(), bytes: SMALL.length });
        await write(SMALL);
        await rehearsedConversations.addRecording(ada.org_id, runId, 'a1', SMALL.length);
        await room.commit();
        await write(LARGE);
      },
    });
    assert.equal((await put(LARGE)).status, 200);
    assert.isAtLeast(await used(), before + LARGE.length);
    world.ports.clock.advance(16 * 60_000);
    assert.equal(await used(), before + LARGE.length);
  });

  it('are counted right where their run is deleted while they are stored', async () => {
    await begin();
    const before = await used();
    const { put: store } = world.ports.objects;
    Object.assign(world.ports.objects, {
      put: async (...args: Parameters<typeof store>) => {
        assert.equal((await ada.ask('POST', `/rehearsal-runs/${runId}/cancel`)).status, 200);
        assert.equal((await ada.ask('DELETE', `/rehearsal-runs/${runId}`)).status, 200);
        await store.apply(world.ports.objects, args);
      },
    });
    assert.equal((await put(SMALL)).status, 404);
    assert.isNull(await world.ports.objects.size(keyOf()));
    const after = await used();
    assert.isBelow(after, before);
    let listed = 0;
    for await (const { size } of world.ports.objects.list(`${ada.org_id}/`)) listed += size;
    assert.equal(after, listed);
  });

  it('count as uploads, and are refused by their announced length before they are read', async () => {
    runId = await begin(2);
    const before = await used('uploads');
    world.ports.limits.quotas = { ...NO_QUOTAS, uploads: before + SMALL.length };
    assert.equal(await started(LARGE.length).status, 413);
    assert.equal((await put(SMALL)).status, 200);
    assert.equal(await used('uploads'), before + SMALL.length);
    const full = await put(SMALL, path(2));
    assert.equal(full.status, 413);
    assert.match((full.body as { detail: string }).detail, /^The quota uploads does not allow this/);
    world.ports.clock.advance(11 * 60_000);
    assert.equal((await put(SMALL, path(2))).status, 413, 'counted in the store before it is refused');
    await finish();
    assert.equal((await ada.ask('DELETE', `/rehearsal-runs/${runId}`)).status, 200);
    assert.equal(await used('uploads'), before);
  });

  it('leave no room reserved where they are refused', async () => {
    const before = await used();
    assert.equal((await put(Buffer.from('not sound'))).status, 422);
    assert.equal(await used(), before);
  });

  it('give their room back where the client goes away before their end', async () => {
    const { quotas } = world.ports;
    const { reserve } = quotas;
    const before = await used();
    const released = new Promise<void>((resolve) => {
      Object.assign(quotas, {
        reserve: async (...args: Parameters<typeof reserve>) => {
          const room = await reserve(...args);
          slow.sent.destroy();
          return { ...room, release: () => room.release().then(resolve) };
        },
      });
    });
    const slow = started(SMALL.length);
    await released;
    assert.equal(await used(), before);
  });

  it('are received eight at a time for an organisation, and a further one can come later', async () => {
    runId = await begin(AT_ONCE + 1);
    const areFound = found(AT_ONCE);
    const slow = Array.from({ length: AT_ONCE }, (_, at) => started(SMALL.length, path(at + 1)));
    await areFound;
    const further = await put(SMALL, path(AT_ONCE + 1));
    assert.equal(further.status, 503);
    assert.equal(further.headers.get('retry-after'), '5');
    slow[0]?.sent.end(SMALL);
    assert.equal(await slow[0]?.status, 200);
    assert.equal((await put(SMALL, path(AT_ONCE + 1))).status, 200);
    for (const { sent } of slow.slice(1)) sent.end(SMALL);
    for (const { status } of slow) assert.equal(await status, 200);
  });

  it('expire run by run, until another process has taken over', async () => {
    const runs = [runId, await begin()];
    for (const run of runs) {
      await put(SMALL, path(1, run));
      await finish(run);
    }
    const body = { recordings_days: 10, transcripts_days: null, calls_days: null };
    assert.equal((await ada.ask('PUT', `/organisations/${ada.org_id}/retention`, { body })).status, 200);
    world.ports.clock.advance(11 * DAY_MS);
    const { objects, retention } = world.ports;
    const { remove } = objects;
    Object.assign(objects, {
      remove: async (key: string) => {
        await remove.call(objects, key);
        const claimed = (await retention.find(ada.org_id))!;
        await retention.move(claimed, new Date(world.ports.clock.now().getTime() + 7_000).toISOString());
      },
    });
    const sweep = (): Promise<void> => world.ports.callUseCases.sweepRetention();
    await sweep();
    Object.assign(objects, { remove });
    const left = () => Promise.all(runs.map((run) => objects.size(keyOf(run))));
    assert.sameMembers(await left(), [null, SMALL.length]);
    world.ports.clock.advance(DAY_MS);
    await sweep();
    assert.deepEqual(await left(), [null, null]);
  });

  it('fail as an error of the server where they cannot be kept for the request', async () => {
    const folder = process.env['TMPDIR'];
    process.env['TMPDIR'] = '/proc/none';
    try {
      const { sent, status } = started(LARGE.length);
      sent.write(SMALL);
      assert.equal(await status, 500);
      sent.destroy();
    } finally {
      if (folder === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = folder;
    }
  });
});
