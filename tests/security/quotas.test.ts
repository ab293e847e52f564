import { assert } from 'chai';
import { dayOf, type Quotas, type QuotaUse } from '../../domain/accounts/quotas.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import type { StoredUse } from '../../domain/accounts/stored-use.ts';
import type { Answer } from '../support/client.ts';
import { fileForm, sendForm } from '../support/contact-lists.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { testConfig } from '../support/providers.ts';
import { openWorld, type World } from '../support/world.ts';

const KB = 1024;
const PDF = '%PDF-1.7\n'.padEnd(50 * KB, 'x');
const LIST = 'phone_number\n+14155550101\n';
const DAY_MS = 24 * 3_600_000;

type UsedQuotas = Readonly<Record<keyof Quotas, QuotaUse>>;

describe('quotas of an organisation', () => {
  let world: World;
  let org: AgentFixture;
  beforeEach(async () => {
    world = await openWorld();
    org = await openAgentFixture(world);
    await world.ports.ingestion.stop();
  });

  const allow = (quotas: Partial<Quotas>): void => {
    const { limits } = world.ports;
    limits.quotas = { ...limits.quotas, ...quotas };
  };
  const upload = (content = PDF): Promise<Answer> =>
    sendForm(world, org.token, fileForm(content, 'Hours.pdf'), '/knowledge/upload');
  const uploadList = (): Promise<Answer> => sendForm(world, org.token, fileForm(LIST, 'list.csv'), '/campaign/upload');
  const createAgent = (name: string): Promise<Answer> =>
    org.ask('POST', '/agents', { body: { name, agent_category: 'websocket', config: testConfig() } });
  const callFromBrowser = (): Promise<Answer> => org.ask('POST', '/calls/web', { body: { agent_id: org.agentId } });
  const endCall = (callId: string): Promise<Answer> =>
    org.ask('PATCH', `/calls/${callId}`, {
      body: { status: 'completed', call_response: 'answered', end_time_utc: world.ports.clock.now().toISOString() },
    });
  const usage = async (): Promise<UsedQuotas> => {
    const { body } = await org.ask('GET', `/organisations/${org.org_id}/usage`);
    return (body as { quotas: UsedQuotas }).quotas;
  };
  const statusesOf = (answers: readonly Answer[]): number[] =>
    answers.map(({ status }) => status).toSorted((a, b) => a - b);
  const store = async (key: string, bytes: number): Promise<void> => {
    const content = Buffer.alloc(bytes);
    await world.ports.objects.put(key, once(content), { size: bytes, contentType: 'audio/wav' });
  };
  /** Has a call deliver a recording of this size. */
  const deliver = async (callId: string, bytes: number): Promise<Answer> => {
    const key = `${org.org_id}/${callId}/recording.wav`;
    await store(key, bytes);
    return org.ask('PATCH', `/calls/${callId}`, { body: { recording_url: world.ports.objects.root + key } });
  };

  it('are shown with their use to members only', async () => {
    allow({ documents: 3 });
    await upload();
    const now = world.ports.clock.now();
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString();
    assert.deepEqual(await usage(), {
      uploads: { limit: null, used: 50 * KB, remaining: null, resets_at: null },
      storage: { limit: null, used: 50 * KB, remaining: null, resets_at: null },
      documents: { limit: 3, used: 1, remaining: 2, resets_at: null },
      passages: { limit: null, used: 0, remaining: null, resets_at: null },
      agents: { limit: null, used: 1, remaining: null, resets_at: null },
      campaigns: { limit: null, used: 0, remaining: null, resets_at: null },
      erasures: { limit: null, used: 0, remaining: null, resets_at: null },
      analysis_runs_per_day: { limit: null, used: 0, remaining: null, resets_at: dayOf(now).below },
      calls_per_day: { limit: null, used: 0, remaining: null, resets_at: dayOf(now).below },
      call_minutes_per_month: { limit: null, used: 0, remaining: null, resets_at: month },
    });
    const eve = await world.signUp('eve');
    const path = `/api/v1/organisations/${org.org_id}/usage`;
    assert.equal((await world.ask('GET', path, { token: eve.token })).status, 403);
    assert.equal((await world.ask('GET', path)).status, 401);
  });

  it('limit ten concurrent uploads to the remaining bytes', async () => {
    allow({ uploads: 3 * 50 * KB });
    const answers = await Promise.all(Array.from({ length: 10 }, () => upload()));
    assert.deepEqual(statusesOf(answers), [...Array<number>(3).fill(201), ...Array<number>(7).fill(413)]);
    assert.equal(
      answers.find(({ status }) => status === 413)?.detail,
      'The quota uploads does not allow this: 0.2 of 0.2 MB of uploads are used and 0.1 MB more are needed. ' +
        'Files of deleted documents stay in the store and count. Delete recorded rehearsals, or ask the operator for a higher quota.',
    );
    assert.equal((await usage()).uploads.used, 3 * 50 * KB);
    let stored = 0;
    for await (const { size } of world.ports.objects.list(`${org.org_id}/`)) stored += size;
    assert.equal(stored, 3 * 50 * KB);
  });

  it('limit contact lists to the remaining bytes', async () => {
    allow({ uploads: LIST.length });
    assert.equal((await uploadList()).status, 201);
    const refused = await uploadList();
    assert.equal(refused.status, 413);
    assert.match(String(refused.detail), /^The quota uploads does not allow this/);
  });

  it('limit ten concurrent uploads to the remaining documents and free deleted ones', async () => {
    allow({ documents: 2 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => upload()));
    const kept = answers.filter(({ status }) => status === 201);
    assert.isAtMost(kept.length, 2);
    while ((await upload()).status === 201);
    assert.equal((await usage()).documents.used, 2);
    const refused = await upload();
    assert.deepInclude(refused, {
      status: 429,
      detail:
        'The quota documents does not allow this: 2 of 2 documents are used. Delete documents, or ask the operator for a higher quota.',
    });
    assert.isNull(refused.headers.get('retry-after'));
    const [{ document_id }] = (await org.ask('GET', '/knowledge')).body as [{ document_id: string }];
    await org.ask('DELETE', `/knowledge/${document_id}`);
    assert.equal((await upload()).status, 201);
  });

  it('count files of deleted documents, which stay in the store', async () => {
    allow({ uploads: 3 * 50 * KB });
    let stored = 0;
    for (; stored < 10; stored += 1) {
      const { status, body } = await upload();
      if (status === 413) break;
      await org.ask('DELETE', `/knowledge/${(body as { document_id: string }).document_id}`);
    }
    assert.equal(stored, 3);
  });

  it('limit ten concurrent creations to the remaining agents and free deleted ones', async () => {
    allow({ agents: 3 });
    assert.equal((await createAgent('Desk')).status, 409);
    const names = Array.from({ length: 10 }, (_, place) => `Agent ${place}`);
    const answers = await Promise.all(names.map(createAgent));
    assert.isAtMost(answers.filter(({ status }) => status === 201).length, 2);
    for (let place = 0; (await createAgent(`More ${place}`)).status === 201; place += 1);
    assert.equal((await usage()).agents.used, 3);
    assert.match(
      String((await createAgent('One more')).detail),
      /^The quota agents .* 3 of 3 agents are used\. Delete/,
    );
    await org.ask('DELETE', `/agents/${org.agentId}`);
    assert.equal((await createAgent('Heir')).status, 201);
  });

  it('refuse calls beyond the day’s quota until midnight UTC', async () => {
    allow({ calls_per_day: 2 });
    for (let call = 0; call < 2; call += 1) {
      const { body } = await callFromBrowser();
      await endCall((body as { call_id: string }).call_id);
    }
    const refused = await callFromBrowser();
    const now = world.ports.clock.now();
    const leftSeconds = Math.ceil((Date.parse(dayOf(now).below) - now.getTime()) / 1000);
    assert.deepInclude(refused, {
      status: 429,
      detail: `The quota calls_per_day does not allow this: 2 of 2 calls of today are used. It resets at ${dayOf(now).below}. Wait until then, or ask the operator for a higher quota.`,
    });
    assert.equal(refused.headers.get('retry-after'), String(leftSeconds));
    world.ports.clock.advance(leftSeconds * 1000);
    org = { ...org, ...(await again()) };
    assert.equal((await callFromBrowser()).status, 201);
  });

  it('refuse calls once the month’s minutes are used, without ending live ones', async () => {
    allow({ call_minutes_per_month: 1 });
    const [long, other] = [await org.registerCall(), await org.registerCall()];
    for (const id of [long, other]) await org.ask('PATCH', `/calls/${id}`, { body: { status: 'in_progress' } });
    world.ports.clock.advance(90_000);
    await endCall(long);
    const refused = await callFromBrowser();
    assert.equal(refused.status, 429);
    assert.match(String(refused.detail), /^The quota call_minutes_per_month .* 1\.5 of 1 call minutes of this month/);
    const { body } = await org.ask('GET', `/calls/${other}`);
    assert.deepInclude(body as object, { status: 'in_progress' });
    assert.equal((await usage()).call_minutes_per_month.used, 1.5);
    world.ports.clock.advance(31 * DAY_MS);
    org = { ...org, ...(await again()) };
    assert.equal((await callFromBrowser()).status, 201);
  });

  it('drop a recording that does not fit and say why in the call log', async () => {
    const [one, other] = [await org.registerCall(), await org.registerCall()];
    allow({ storage: 100 * KB });
    assert.equal((await deliver(one, 80 * KB)).status, 200);
    assert.equal((await deliver(one, 80 * KB)).status, 200, 'a repeated delivery is not counted again');
    assert.equal((await usage()).storage.used, 80 * KB);
    assert.equal((await deliver(other, 30 * KB)).status, 200);
    const ended = (await endCall(other)).body as CallLog;
    assert.deepInclude(ended, { status: 'completed', recording_url: null });
    assert.match(String(ended.error_message), /^The recording was not kept\. The quota storage does not allow this/);
    assert.isNull(await world.ports.objects.size(`${org.org_id}/${other}/recording.wav`));
    assert.equal((await upload()).status, 413);
  });

  it('can be set per organisation', async () => {
    allow({ documents: 0 });
    assert.equal((await upload()).status, 429);
    const { organisations } = world.ports;
    const find: typeof organisations.find = organisations.find.bind(organisations);
    Object.assign(organisations, {
      find: async (orgId: string) => {
        const found = await find(orgId);
        return found && { ...found, quotas: { documents: 1, agents: 'many', other: 3 } };
      },
    });
    assert.equal((await upload()).status, 201);
    assert.equal((await usage()).documents.limit, 1);
    assert.isNull((await usage()).agents.limit);
  });

  it('survive a crash: unfinished uploads are counted in the store', async () => {
    allow({ uploads: 200 * KB });
    await upload();
    const { storedUse, clock } = world.ports;
    const seen = (await storedUse.find(org.org_id)) as StoredUse;
    const until = clock.now().toISOString();
    const lost = { kind: 'document', id: 'nowhere', bytes: 150 * KB, until } as const;
    await storedUse.change(seen, { reservations: [lost], revision: seen.revision + 1 });
    assert.equal((await upload()).status, 413, 'it may still be on its way');
    clock.advance(1);
    assert.equal((await upload()).status, 201);
    assert.equal((await usage()).uploads.used, 100 * KB);
  });

  it('are recounted before a refusal, because files may have been removed', async () => {
    allow({ uploads: 50 * KB });
    const { body } = await upload();
    assert.equal((await upload()).status, 413);
    await world.ports.objects.remove(`${org.org_id}/knowledge/${(body as { document_id: string }).document_id}.pdf`);
    world.ports.clock.advance(11 * 60_000);
    assert.equal((await upload()).status, 201);
  });

  /** A new log-in: a token does not live until tomorrow. */
  const again = async (): Promise<Pick<AgentFixture, 'token' | 'ask'>> => {
    const { body } = await world.ask('POST', '/api/v1/users/login', {
      body: { email: org.email, password: org.password },
    });
    const { access_token: token } = body as { access_token: string };
    return { token, ask: (method, path, sent) => world.ask(method, `/api/v1${path}`, { token, ...sent }) };
  };
});

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
