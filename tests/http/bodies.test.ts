import { isDeepStrictEqual } from 'node:util';
import { assert } from 'chai';
import * as fc from 'fast-check';
import type { Answer, RequestParts } from '../support/client.ts';
import { operationsWithBodies, readablePaths } from './described-operations.ts';
import type { Inventory } from '../support/inventory.ts';
import { ENDLESS, hostileVariant, placesIn, HOSTILE_VALUES, valueAt, withAt, withoutAt } from './hostile-values.ts';
import { valuesOf } from './schema-values.ts';
import { skip } from '../support/skipped.ts';
import { areDistributed } from '../support/stores.ts';
import { UNREADABLE } from './unreadable-bodies.ts';
import { openWorld, type World } from '../support/world.ts';
import { openBodyStage, type BodyStage } from './body-stage.ts';

/** Random bodies for all operations together, so that the suite stays short as the contract grows. */
const [GOOD_BODIES, BAD_BODIES, SEED] = [1_600, 750, 20_260_302];

/** Operations whose bodies are not JSON, and the tests of their errors. */
const TRIED_ELSEWHERE: Readonly<Record<string, string>> = {
  uploadContacts: 'campaign-uploads.test.ts',
  importSuppressions: 'suppressions.test.ts',
  uploadDocument: 'knowledge.test.ts',
  publishRehearsalRecording: 'published-recordings.test.ts',
};

/** Operations that cannot succeed here, and why. */
const WITHOUT_SUCCESS: Readonly<Record<string, string>> = {
  ...{ redialCampaign: 'needs calls that have failed', requestErasure: 'needs a number of another party' },
  ...{ startSingleSignOn: 'needs an OpenID provider', finishSingleSignOn: 'needs an OpenID provider' },
  publishRehearsalConversation: 'needs a run that is published: published-rehearsals.test.ts',
  finishRehearsalRun: 'needs a run that is published: published-rehearsals.test.ts',
  ...{ updateDocument: 'needs a web page', scheduleCallback: 'the call is one of a browser: callbacks.test.ts' },
};
/** Asks, and holds the answer against everything that is true of any answer at all. */
async function send({ operation, ask, storedNow }: BodyStage, sent: RequestParts, before: Inventory): Promise<Answer> {
  const answer = await ask(sent);
  const { status, body, detail, text } = answer;
  assert.isBelow(status, 500, text);
  assert.isNull(operation.complaint(status, body), text);
  if (status < 400) return answer;
  assert.isTrue(isHelpful(detail), `${status} ${text}`);
  const now = await storedNow();
  if (!isDeepStrictEqual(now, before)) assert.deepEqual(now, before, `${status} ${text}`);
  return answer;
}

/** Whether a detail says in words what is wrong, and where when it is a list. */
function isHelpful(detail: unknown): boolean {
  if (typeof detail === 'string') return /\w+ \w+/.test(detail);
  const problems = detail as readonly { loc: unknown[]; msg: string; type: string }[];
  return problems.length > 0 && problems.every(({ loc, msg, type }) => loc.length > 0 && / /.test(msg) && type !== '');
}

/**
 * Sends what may or may not be good; what the contract does not let through must be refused for it. That does not depend on
 * the stores, so it is tried on the embedded ones only.
 */
async function tried(stage: BodyStage, body: unknown, before: Inventory): Promise<Inventory> {
  const sent = JSON.stringify(body);
  const isAccepted = stage.operation.accepts(JSON.parse(sent));
  if (!isAccepted && areDistributed) return before;
  const { status, text } = await send(stage, { raw: sent, headers: { 'content-type': 'application/json' } }, before);
  if (!isAccepted) assert.include([400, 413, 422], status, text);
  return status < 400 ? stage.stored() : before;
}

/** Bodies that fit, with any of the optional fields. */
const goodBodies = ({ operation, meaningful }: BodyStage): fc.Arbitrary<unknown> =>
  valuesOf(operation.body, meaningful, operation.example);

/** A body that fits, with all of its fields. */
function fullBody({ operation: { body, example }, meaningful }: BodyStage): unknown {
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
    const engines = [
      'campaignEngine',
      'eventRelay',
      'deliveryEngine',
      'analysisWorker',
      'analysisRunWorker',
      'rehearsalWorker',
    ] as const;
    for (const part of engines) await world.ports[part].stop();
  });

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
      let stage: BodyStage;
      let base: unknown;
      before(async () => {
        stage = await openBodyStage(world, operation);
        base = fullBody(stage);
      });
      // What is stored is read again and again.
      after(() => world.ports.documents.removeEverything());

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

      it('is refused and leaves no trace when it cannot be read', async function () {
        if (areDistributed) skip(this, 'does not depend on the stores, and is tried on the embedded ones');
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
