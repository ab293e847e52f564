import { assert } from 'chai';
import { unavailable } from '../../domain/errors.ts';
import { allOf } from '../support/all-of.ts';
import { refusal } from '../support/fake-carrier.ts';
import { ADA, FIRST, openTelephonyFixture, type TelephonyFixture } from './telephony-fixture.ts';
import { testConfig } from '../support/providers.ts';

type Outcome = 'refused' | 'lost';

/** Counts what changes the world, and fails from the first to the last of the steps that are to fail. */
class Faults {
  readonly steps: string[] = [];
  #how: Outcome = 'refused';
  #first = Infinity;
  #last = Infinity;

  /** The step of this number fails, and with `last` those after it: as if the process had died there. */
  plan(how: Outcome, first: number, last = first): void {
    this.steps.length = 0;
    [this.#how, this.#first, this.#last] = [how, first, last];
  }

  spoil<T extends object>(subject: T, name: string, methods: readonly (keyof T)[]): T {
    const spoiled = { ...subject };
    for (const method of methods) {
      const genuine = subject[method] as (...args: unknown[]) => Promise<unknown>;
      Object.assign(spoiled, {
        [method]: async (...args: unknown[]) => {
          const step = this.steps.push(`${name}.${String(method)}`);
          const fails = step >= this.#first && step <= this.#last;
          if (fails && (this.#how === 'refused' || step > this.#first)) refusal(503)();
          const answer = await genuine(...args);
          if (fails) throw unavailable('The answer was lost');
          return answer;
        },
      });
    }
    return spoiled;
  }
}

interface Story {
  readonly before: (fixture: TelephonyFixture) => Promise<string>;
  readonly work: (fixture: TelephonyFixture, id: string) => Promise<unknown>;
  /** It has no way back: once begun, it is finished by doing it again. */
  readonly isOneWay?: boolean;
}

const answering = async (fixture: TelephonyFixture) => (await fixture.createAnswering()).agent_id;
const update = (change: object) => (fixture: TelephonyFixture, id: string) => fixture.agents.update(ADA, id, change);

const STORIES: Readonly<Record<string, Story>> = {
  'creating an agent': {
    before: async () => '',
    work: (fixture) =>
      fixture.agents.create(ADA, {
        name: 'New',
        agent_category: 'telephony',
        telephony_provider: 'plivo',
        config: testConfig(),
      }),
  },
  'taking an agent from the browser to the telephone': {
    before: async (fixture) => {
      const made = await fixture.agents.create(ADA, { name: 'W', agent_category: 'websocket', config: testConfig() });
      return made.agent_id;
    },
    work: update({ agent_category: 'telephony', telephony_provider: 'plivo' }),
  },
  'moving an agent to another carrier': { before: answering, work: update({ telephony_provider: 'vobiz' }) },
  'taking an agent off the telephone': { before: answering, work: update({ agent_category: 'websocket' }) },
  'deleting an agent': { before: answering, work: (fixture, id) => fixture.agents.delete(ADA, id), isOneWay: true },
  'attaching a number': {
    before: async (fixture) => (await fixture.createAgent()).agent_id,
    work: (fixture, id) => fixture.attach(id),
  },
  'attaching a number again': { before: answering, work: (fixture, id) => fixture.attach(id) },
  'detaching a number': { before: answering, work: (fixture) => fixture.numbers.detach(ADA, { phone_number: FIRST }) },
};

/** What may leave an application behind: its id was never told, its removal failed, or the agent left it unnoticed. */
const LITTERING: Readonly<Record<Outcome, RegExp>> = {
  refused: /removeApplication/,
  lost: /addApplication|agents.update/,
};

/** Who is where and who has which number. */
async function stateOf({ agents, numbers }: TelephonyFixture): Promise<unknown> {
  const pending = (await numbers.list(ADA)).filter(({ agent_id }) => agent_id !== null);
  const all = await allOf(agents.list(ADA));
  return { pending, all: all.map(({ updated_at: _moment, ...agent }) => agent) };
}

async function openSpoiled() {
  const faults = new Faults();
  const fixture = await openTelephonyFixture({
    agents: (agents) => faults.spoil(agents, 'agents', ['add', 'update', 'remove']),
    phoneNumbers: (phoneNumbers) => faults.spoil(phoneNumbers, 'numbers', ['add', 'change']),
    carriers: (carriers) => ({
      ...carriers,
      open: (provider, auth) =>
        faults.spoil(carriers.open(provider, auth), provider, [
          'addApplication',
          'removeApplication',
          'link',
          'unlink',
        ]),
    }),
  });
  return { faults, fixture };
}

describe('telephony whose steps fail', () => {
  for (const [title, { before, work, isOneWay }] of Object.entries(STORIES)) {
    /** Tells the story once for each of its steps, which then fails, and once more when it ends well. */
    const playStory = async (how: Outcome, isDeath: boolean, check: (reported: FaultedStory) => Promise<void>) => {
      for (let step = 1; ; step += 1) {
        const { faults, fixture } = await openSpoiled();
        const id = await before(fixture);
        const state = await stateOf(fixture);
        faults.plan(how, step, isDeath ? Infinity : step);
        const error = await work(fixture, id).then(
          () => null,
          (thrown: unknown) => thrown as Error,
        );
        const name = faults.steps[step - 1];
        faults.plan(how, Infinity);
        if (name !== undefined) await check({ fixture, id, step: name, error, before: state });
        await fixture.ports.close();
        if (name === undefined) return assert.isAbove(step, 1);
      }
    };

    for (const how of ['refused', 'lost'] as const)
      it(`after a step that is ${how}, ${title} leaves everything in agreement`, () =>
        playStory(how, false, async ({ fixture, id, step, error, before: state }) => {
          if (how === 'refused' && error && !isOneWay) assert.deepEqual(await stateOf(fixture), state, step);
          if (isOneWay && error) await work(fixture, id).catch(isDone);
          const litter = await fixture.agreement().catch((reason: Error) => assert.fail(`${step}: ${reason.message}`));
          if (!LITTERING[how].test(step)) assert.isEmpty(litter, step);
        }));

    it(`after the death of the process, ${title} is made up for by doing it again`, () =>
      playStory('refused', true, async ({ fixture, id, step, error }) => {
        if (!LITTERING.refused.test(step)) assert.isNotNull(error, step);
        await work(fixture, id).catch(isDone);
        await fixture.agreement().catch((reason: Error) => assert.fail(`${step}: ${reason.message}`));
      }));
  }
});

interface FaultedStory {
  readonly fixture: TelephonyFixture;
  readonly id: string;
  readonly step: string;
  readonly error: Error | null;
  /** How things stood. */
  readonly before: unknown;
}

const isDone = ({ message }: Error): void =>
  assert.match(message, /^(Agent not found|The number is not attached to an agent|An agent named New already exists)$/);
