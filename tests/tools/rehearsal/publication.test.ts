import { assert } from 'chai';
import { stringify } from 'yaml';
import { NO_QUOTAS } from '../../../domain/accounts/quotas.ts';
import type { Attempt, SuiteResult } from '../../../domain/rehearsal/attempt.ts';
import { runSuite } from '../../../application/runtime/rehearsal/run-suite.ts';
import { readSuite } from '../../../adapters/suite-reader/read-suite.ts';
import { ApiRefusal, InstallationApi } from '../../../tools/lib/installation-api.ts';
import { RunPublication } from '../../../tools/rehearsal/publish-run.ts';
import { openAgentFixture, type AgentFixture } from '../../support/agent-fixture.ts';
import { errorText } from '../../support/refusals.ts';
import { wavFile } from '../../support/wav-files.ts';
import { openWorld, type World } from '../../support/world.ts';
import { suitePorts } from './suite-fixture.ts';

const SUITE = {
  title: 'Time',
  personas: { ada: { script: [{ when: 'what is it', say: 'what time is it' }], otherwise: '' } },
  conversations: [{ title: 'asks', persona: 'ada', expect: { says: ['It is nine'] } }],
};

type Api = Pick<InstallationApi, 'base' | 'json' | 'post' | 'put' | 'putSound'>;

interface Run {
  readonly run_id: string;
  readonly state: string;
  readonly remarks: readonly string[];
}

/** A conversation by voice. */
const attempt = (run: number, recording: Uint8Array | null): Attempt => ({
  ...{ title: 'asks', persona: 'ada', run, seed: 7, error: null, checks: [], judged: [], usage: [], verdict: 'passed' },
  cost: { amount: 1_500, unpriced: [] },
  record: {
    ...{ events: [], ended: 'agent_ended', stopped: null, startedAt: 0, fault: null, lengthMs: 12_300, calls: null },
    ...{ stages: [], fields: null, agents: null, outcome: null, turns: 2, latenciesMs: [900], inputs: null, recording },
    transcript: [{ speaker: 'agent', words: 'It is nine.', atMs: 200, endMs: 900 }],
  },
});

const RESULT: SuiteResult = {
  ...{ title: 'Time', file: 'suite.yaml', agent: 'Clock, by voice', seconds: 9, currency: 'EUR' },
  ...{ attempts: [], startedAt: new Date(0), remarks: ['By voice.'] },
};

const SHORT = wavFile({ seconds: 0.2 });

describe('the publication of a rehearsal by the command', () => {
  let world: World;
  let fixture: AgentFixture;
  let suiteId: string;
  beforeEach(async () => {
    world = await openWorld();
    fixture = await openAgentFixture(world);
    const stored = { agent_id: fixture.agentId, source: stringify(SUITE) };
    suiteId = (await fixture.post<{ suite_id: string }>('/rehearsal-suites', stored)).suite_id;
  });
  afterEach(() => world.close());

  const get = async <T>(path: string): Promise<T> => (await fixture.ask('GET', path)).body as T;
  const onlyRun = async (): Promise<Run> => {
    const [run, ...others] = (await get<{ runs: Run[] }>(`/rehearsal-suites/${suiteId}/runs`)).runs;
    assert.isEmpty(others);
    return run!;
  };
  const recorded = async (): Promise<readonly boolean[]> => {
    const { conversations } = await get<{ conversations: { has_recording: boolean }[] }>(
      `/rehearsal-runs/${(await onlyRun()).run_id}/conversations`,
    );
    return conversations.map(({ has_recording: has }) => has);
  };
  /** The publication of a run of as many conversations, some of whose requests go otherwise. */
  const newPublication = async (conversations: number, otherwise: Partial<Api> = {}): Promise<RunPublication> => {
    const api = await InstallationApi.open({
      ...{ HOME: '/nowhere', VOICE_API_URL: world.url, VOICE_API_TOKEN: fixture.token },
    });
    const real: Api = {
      base: api.base,
      json: (path) => api.json(path),
      post: (path, body) => api.post(path, body),
      put: (...sent) => api.put(...sent),
      putSound: (...sent) => api.putSound(...sent),
    };
    const publication = new RunPublication(
      { api: { ...real, ...otherwise }, pause: async () => undefined },
      {
        ...{ suite: { suiteId, remarks: [] }, runs: conversations, seed: 1, only: [], conversations },
        agents: [{ title: 'Clock, by voice', level: 'voice', installed: null }],
      },
    );
    await publication.begin();
    return publication;
  };

  it('keeps recordings, and leaves out with a remark what the API does not take', async () => {
    world.ports.limits.quotas = { ...NO_QUOTAS, storage: 500_000 };
    const publication = await newPublication(3);
    [SHORT, wavFile({ seconds: 30 }), null].forEach((each, at) => publication.add(attempt(at + 1, each), 'a', at + 1));
    const address = await publication.finish([RESULT]);
    const { run_id: id, state, remarks } = await onlyRun();
    assert.equal(address, `${world.url}/console/rehearsals/runs/${id}`);
    assert.equal(state, 'completed');
    assert.deepEqual(await recorded(), [true, false, false]);
    assert.match(remarks[0] ?? '', /^1 recording was not kept, such as that of asks \(ada\), run 2: The quota storage/);
    assert.equal(remarks[1], 'By voice.');
  });

  for (const status of [408, null])
    it(`leaves out recordings on a slow line, which it sends one after the other: ${status ?? 'lost connections'}`, async () => {
      let [running, most, sent] = [0, 0, new Set<string>()];
      const publication = await newPublication(6, {
        putSound: async (path) => {
          running += 1;
          [most, sent] = [Math.max(most, running), sent.add(path)];
          await new Promise(setImmediate);
          running -= 1;
          throw new ApiRefusal('No API answers', status);
        },
      });
      for (const run of [1, 2, 3, 4, 5, 6]) publication.add(attempt(run, SHORT), 'a', run);
      await publication.finish([RESULT]);
      const { state, remarks } = await onlyRun();
      assert.equal(state, 'completed');
      assert.equal(most, 1);
      assert.equal(sent.size, 3);
      assert.match(remarks[0] ?? '', /^6 recordings were not kept, such as .*: it did not reach the API in time$/);
    });

  it('ends its other requests and cancels the run when a conversation is refused', async () => {
    const aborted: string[] = [];
    let begin: () => void = () => undefined;
    const isWaiting = new Promise<void>((resolve) => (begin = resolve));
    const publication = await newPublication(5, {
      put: async (path, _body, signal) => {
        if (path.endsWith('/a3')) {
          begin();
          await new Promise((resolve) => signal?.addEventListener('abort', resolve));
          aborted.push(path);
          throw new ApiRefusal('No API answers', null);
        }
        await isWaiting;
        throw new ApiRefusal('Not so', 400);
      },
    });
    publication.add(attempt(3, SHORT), 'a', 3);
    publication.add(attempt(1, SHORT), 'a', 1);
    assert.equal(await errorText(publication.finish([RESULT])), 'Not so');
    assert.lengthOf(aborted, 1);
    assert.equal((await onlyRun()).state, 'canceled');
  });

  it('learns of each recording once, which the results do not keep', async () => {
    const record = attempt(1, SHORT).record!;
    const published: unknown[] = [];
    const { attempts } = await runSuite(suitePorts(), {
      ...{ file: 'suite.yaml', suite: readSuite(stringify(SUITE)), newService: null },
      ...{ runs: 2, seed: 1, parallel: 1, only: [], keepsInputs: false },
      agent: {
        ...{ title: 'Clock', level: 'voice', installed: null, remark: 'By voice.', problems: () => [] },
        talk: async () => record,
      },
      onAttempt: (each, position) => published.push([position, each.run, each.record?.recording === SHORT]),
    });
    assert.deepEqual(published, [
      [1, 1, true],
      [2, 2, true],
    ]);
    assert.deepEqual(
      attempts.map((each) => each.record?.recording),
      [null, null],
    );
  });
});
