import { isDeepStrictEqual } from 'node:util';
import { assert } from 'chai';
import * as fc from 'fast-check';
import { BOT_EMAIL } from '../../domain/accounts/principal.ts';
import type { Answer, RequestParts } from '../support/client.ts';
import { operationsWithBodies, readablePaths, type DescribedOperation } from '../support/described-operations.ts';
import { openAgentFixture } from '../support/agent-fixture.ts';
import type { Inventory } from '../support/inventory.ts';
import { ENDLESS, hostileVariant, placesIn, HOSTILE_VALUES, valueAt, withAt, withoutAt } from './hostile-values.ts';
import { answerCall, attachNumber, createCampaign } from '../support/telephony-resources.ts';
import { pingTool } from '../support/fake-tool-caller.ts';
import { testConfig } from '../support/providers.ts';
import { valuesOf, type Meaningful } from '../support/schema-values.ts';
import { invited } from '../support/staff.ts';
import { UNREADABLE } from '../support/unreadable-bodies.ts';
import { INTERNAL_KEY, openWorld, type World } from '../support/world.ts';
import { answerWith } from '../domain/calls/answer-example.ts';

/** Random bodies for all operations together, so that the suite stays short as the contract grows. */
const [GOOD_BODIES, BAD_BODIES, SEED] = [1_600, 750, 20_260_302];

/** Operations whose bodies are not JSON, and the tests of their errors. */
const TRIED_ELSEWHERE: Readonly<Record<string, string>> = {
  uploadContacts: 'campaign-uploads.test.ts',
  importSuppressions: 'suppressions.test.ts',
  uploadDocument: 'knowledge.test.ts',
};

/** Operations that cannot succeed here, and why. */
const WITHOUT_SUCCESS: Readonly<Record<string, string>> = {
  ...{ redialCampaign: 'needs calls that have failed', requestErasure: 'needs a number of another party' },
  ...{ startSingleSignOn: 'needs an OpenID provider', finishSingleSignOn: 'needs an OpenID provider' },
  ...{ updateDocument: 'needs a web page', scheduleCallback: 'the call is one of a browser: callbacks.test.ts' },
};
/** Operations with fields that only the runtime may send. */
const OF_THE_RUNTIME: readonly string[] = ['updateCall', 'updateCallByProviderSid'];

/** One operation, requested by a super admin, or the runtime, in a separate organisation. */
interface Stage {
  readonly operation: DescribedOperation;
  readonly meaningful: Meaningful;
  ask(sent: RequestParts): Promise<Answer>;
  read(path: string): Promise<Answer>;
  stored(): Promise<Inventory>;
}

async function openStage(world: World, operation: DescribedOperation): Promise<Stage> {
  const { ports } = world;
  const fixture = await openAgentFixture(world, `ada-${operation.id.toLowerCase()}`);
  const ben = await invited(world, fixture, `ben-${operation.id.toLowerCase()}`);
  const callId = await fixture.registerCall();
  await world.ask('POST', '/api/v1/users/forgot-password', { body: { email: ben.email } });
  await world.ports.mailQueue.flush();
  const number = await attachNumber(world, fixture, fixture.agentId);
  const phone = await answerCall(world, fixture);
  const campaign = await createCampaign(world, fixture, phone.agentId);
  await fixture.ask('POST', '/auth', { body: { provider: 'test_stt', auth: { api_key: 'k' } } });
  const config = { ...testConfig(), tools: [pingTool()] };
  await fixture.ask('PATCH', `/agents/${fixture.agentId}`, { body: { config } });
  await fixture.ask('PUT', `/agents/${fixture.agentId}/draft`, { body: { config: testConfig() } });
  const canary = { share_percent: 10 };
  if (operation.id === 'promoteAgentCanary') await fixture.post(`/agents/${fixture.agentId}/canary`, canary);
  const endpoint = { url: 'https://hooks.example.com/events', event_types: ['tool.failed'] };
  const { body } = await fixture.ask('POST', '/event-endpoints', { body: endpoint });
  const seen = (await ports.calls.find(fixture.org_id, callId))!;
  await ports.calls.update(fixture.org_id, callId, seen, { answers: [answerWith('When?')] });
  const artifact = (name: string) =>
    [callId, phone.callId].map((call) => `${ports.objects.root}${fixture.org_id}/${call}/${name}`);
  const meaningful = {
    email: [fixture.email, ben.email, `new-${operation.id}@example.com`],
    ...{ password: [fixture.password], token: [ports.mailer.lastToken()], org_id: [fixture.org_id], role: ['member'] },
    agent_id: operation.id === 'createCampaign' ? [phone.agentId] : [fixture.agentId, phone.agentId],
    ...{ call_id: [callId], provider_call_sid: [phone.sid], answer_number: ['1'] },
    ...{ version: /Canary|WebCall/.test(operation.id) ? [1] : ['1'], from_number: [phone.number] },
    to_number: ['+14155550100'],
    provider: ['test_stt', 'plivo'],
    phone_number: [number],
    auth: [{ api_key: 'k' }],
    ...{ allowed_hosts: [['models.example.com']], hosts: [['api.example.com']], tool_name: ['ping'] },
    ...{ endpoint_id: [(body as { endpoint_id: string }).endpoint_id], url: [endpoint.url] },
    ...{ campaign_id: [campaign.campaign_id], source_id: [campaign.source_id], source_type: ['csv'] },
    ...{ timezone: ['Europe/Berlin'], timezone_column: ['timezone'] },
    ...{ column: ['name'], expiry_column: ['agreed_until'], max_concurrency: [5] },
    ...{ caller_id_pool: [{ numbers: [phone.number] }], variants: [null], by_analysis: [null] },
    slots: [[{ day_of_week: 0, start_time: '09:00', end_time: '24:00' }]],
    ...{ call_response: ['busy', 'no-answer'], telephony_provider: [null] },
    ...{ config: [testConfig()], custom_variables: [{ name: 'Ada', guests: [{ age: 7 }] }] },
    breakdowns: [[{ user_turn_start_time: 1, ttfb: [{ processor: 'LLM', duration_secs: 0.5 }] }]],
    ...{ recording_url: artifact('recording.wav'), transcript_url: artifact('transcript.txt') },
    ...momentsOf(['end_time_utc', 'heard_at'], ports.clock.now()),
  };
  const filled = (path: string) =>
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => named(meaningful, name) ?? `no-${name}`);
  const bot = { email: BOT_EMAIL, org_id: fixture.org_id, role: 'admin' } as const;
  const token = OF_THE_RUNTIME.includes(operation.id) ? ports.tokens.issue(bot) : fixture.token;
  const credential = { token: { token }, key: { key: INTERNAL_KEY }, none: {} }[operation.credential ?? 'none'];
  return {
    operation,
    meaningful,
    ask: (sent) => world.ask(operation.method, filled(operation.path), { ...credential, ...sent }),
    read: (path) => world.ask('GET', filled(path), { token: fixture.token }),
    // Web pages that were added are checked in the background.
    stored: () => ports.pageWorker.tick().then(() => ports.documents.everything()),
  };
}

const momentsOf = (names: readonly string[], now: Date): Meaningful =>
  Object.fromEntries(names.map((name) => [name, [now.toISOString()]]));

/** The text that stands for a parameter of a path. */
function named(meaningful: Meaningful, name: string): string | null {
  const [value] = meaningful[name] ?? [];
  return typeof value === 'string' ? value : null;
}

/** Asks, and holds the answer against everything that is true of any answer at all. */
async function send({ operation, ask, stored }: Stage, sent: RequestParts, before: Inventory): Promise<Answer> {
  const answer = await ask(sent);
  const { status, body, detail, text } = answer;
  assert.isBelow(status, 500, text);
  assert.isNull(operation.complaint(status, body), text);
  if (status < 400) return answer;
  assert.isTrue(isHelpful(detail), `${status} ${text}`);
  const now = await stored();
  if (!isDeepStrictEqual(now, before)) assert.deepEqual(now, before, `${status} ${text}`);
  return answer;
}

/** Whether a detail says in words what is wrong, and where when it is a list. */
function isHelpful(detail: unknown): boolean {
  if (typeof detail === 'string') return /\w+ \w+/.test(detail);
  const problems = detail as readonly { loc: unknown[]; msg: string; type: string }[];
  return problems.length > 0 && problems.every(({ loc, msg, type }) => loc.length > 0 && / /.test(msg) && type !== '');
}

/** Sends what may or may not be good; what the contract does not let through must be refused for it. */
async function tried(stage: Stage, body: unknown, before: Inventory): Promise<Inventory> {
  const sent = JSON.stringify(body);
  const { status, text } = await send(stage, { raw: sent, headers: { 'content-type': 'application/json' } }, before);
  if (!stage.operation.accepts(JSON.parse(sent))) assert.include([400, 413, 422], status, text);
  return status < 400 ? stage.stored() : before;
}

/** Bodies that fit, with any of the optional fields. */
const goodBodies = ({ operation, meaningful }: Stage): fc.Arbitrary<unknown> =>
  valuesOf(operation.body, meaningful, operation.example);

/** A body that fits, with all of its fields. */
function fullBody({ operation: { body, example }, meaningful }: Stage): unknown {
  const full = { ...body, required: Object.keys(body.properties ?? {}) };
  return fc.sample(valuesOf(full, meaningful, example), { seed: SEED, numRuns: 1 })[0];
}

describe('every body of the contract', () => {
  const { json, other } = operationsWithBodies();
  let world: World;
  before(async () => {
    // A call beyond the limit is refused, but logged.
    world = await openWorld(({ limits }) => Object.assign(limits, { concurrentCallsPerOrganisation: 1_000 }) && {});
    // Background writes of the engines do not count.
    const engines = ['campaignEngine', 'eventRelay', 'deliveryEngine', 'analysisWorker', 'analysisRunWorker'] as const;
    for (const part of engines) await world.ports[part].stop();
  });
  after(() => world.close());

  it('is tried', () => {
    assert.isNotEmpty(json);
    assert.sameMembers(other, Object.keys(TRIED_ELSEWHERE));
    assert.includeMembers(
      json.map(({ id }) => id),
      Object.keys(WITHOUT_SUCCESS),
    );
  });

  it('would leave a trace if anything of it were stored', async () => {
    const { documents, users } = world.ports;
    const before = await documents.everything();
    await users.find('trace@example.com');
    assert.deepEqual(await documents.everything(), before);
    const user = { email: 'trace@example.com', password: '', created_at: '', default_org_id: '' };
    await users.add({ ...user, last_logged_in_at: null });
    const added = await documents.everything();
    assert.notDeepEqual(added, before);
    await users.update(user.email, { default_org_id: 'other' });
    assert.notDeepEqual(await documents.everything(), added);
    await users.remove(user.email);
    assert.deepEqual(await documents.everything(), before);
  });

  for (const operation of json)
    describe(operation.id, () => {
      let stage: Stage;
      let base: unknown;
      before(async () => {
        stage = await openStage(world, operation);
        base = fullBody(stage);
      });

      it('is answered as promised when it fits', async () => {
        const seen = new Set<number>();
        await fc.assert(
          fc.asyncProperty(goodBodies(stage), async (body) => {
            assert.isTrue(operation.accepts(body), JSON.stringify(body));
            const { status } = await send(stage, { body }, await stage.stored());
            seen.add(status);
          }),
          { seed: SEED, numRuns: Math.ceil(GOOD_BODIES / json.length), endOnFailure: true },
        );
        assert.equal(
          [...seen].some((status) => status < 300),
          !(operation.id in WITHOUT_SUCCESS),
          [...seen].join(),
        );
      });

      it('is refused and leaves no trace when a field is missing, of another kind or endless', async () => {
        let before = await stage.stored();
        for (const [turn, place] of placesIn(base).slice(1).entries()) {
          before = await tried(stage, withoutAt(base, place), before);
          if (typeof valueAt(base, place) === 'string')
            before = await tried(stage, withAt(base, place, ENDLESS), before);
          // Every third, and each field begins with another one: together they see all of it.
          for (const value of HOSTILE_VALUES.filter((_, at) => place.length === 1 && at % 3 === turn % 3))
            before = await tried(stage, withAt(base, place, value), before);
        }
        for (const value of HOSTILE_VALUES.filter((each) => typeof each !== 'string'))
          before = await tried(stage, value, before);
      });

      it('is refused without effect, whatever hostile input it has', async () => {
        let before = await stage.stored();
        await fc.assert(
          fc.asyncProperty(goodBodies(stage).chain(hostileVariant).chain(hostileVariant), async (body) => {
            before = await tried(stage, body, before);
          }),
          { seed: SEED, numRuns: Math.ceil(BAD_BODIES / json.length), endOnFailure: true },
        );
      });

      it('is refused and leaves no trace when it cannot be read', async () => {
        const before = await stage.stored();
        for (const [what, sent] of UNREADABLE) {
          const { status } = await send(stage, sent, before);
          assert.include([400, 413, 422], status, what);
        }
      });

      it('leaves everything readable that was taken', async () => {
        for (const path of readablePaths()) {
          const { status, text } = await stage.read(path);
          assert.include([200, 403, 404, 422], status, `${path} ${text}`);
        }
      });
    });

  describe('whichever it was', () => {
    it('caused no internal error and polluted no prototype', () => {
      assert.deepEqual(
        world.log.filter(({ event }) => event === 'http.failed'),
        [],
      );
      assert.notProperty({}, 'polluted');
    });
  });
});
