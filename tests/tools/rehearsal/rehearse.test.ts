import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assert } from 'chai';
import { stringify } from 'yaml';
import { readInputLog } from '../../../domain/voice/input-log.ts';
import { isIdentical, replayInputs } from '../../../domain/voice/replay.ts';
import { rehearse } from '../../../tools/rehearsal/rehearse.ts';
import { temporaryDirectory } from '../../support/temporary.ts';
import { errorText } from '../../support/refusals.ts';
import { scriptedConfig } from './scripted-config.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const EXAMPLE = join(ROOT, 'docs/examples/appointment.suite.yaml');

interface JsonRun {
  readonly title: string;
  readonly persona: string | null;
  readonly verdict: string;
  readonly problems: readonly string[];
  readonly digest: string;
  readonly turns: number;
  readonly stopped: string | null;
  readonly transcript: readonly { readonly speaker: string; readonly words: string }[];
  readonly calls: readonly { readonly name: string; readonly arguments: string; readonly outcome: string }[];
}

interface JsonReport {
  readonly suites: readonly {
    readonly pass_at_1: number;
    readonly pass_hat: readonly number[];
    readonly runs: readonly JsonRun[];
  }[];
}

/** An agent that takes orders with a tool, by rules. */
const AGENT = {
  name: 'Orders',
  agent_category: 'websocket',
  config: {
    ...scriptedConfig('Take orders.', 'Hello, what would you like?', {
      otherwise: 'What would you like?',
      rules: [
        {
          when: '(\\w+) pizzas?',
          say: '',
          call: { tool: 'order', arguments: { count: '$1' } },
          say_answer: 'Your number is {{answer}}.',
        },
        { when: 'thank|bye', say: 'Thank you too.' },
        { when: 'enough', say: 'Goodbye.', end: true },
      ],
    }),
    tools: [
      {
        ...{ type: 'http', name: 'order', description: 'Orders.', side_effects: true },
        parameters: { type: 'object', properties: { count: { type: 'string' } }, required: ['count'] },
        request: { method: 'POST', url: 'http://127.0.0.1:9/orders', body: { count: '{{count}}' } },
        response: { format: 'json', path: 'number' },
      },
    ],
  },
};

describe('npm run rehearse', () => {
  let folder: string;
  beforeEach(async () => (folder = await temporaryDirectory()));

  /** Runs the command. */
  async function run(...args: string[]) {
    const printed: string[] = [];
    const shell = { env: { HOME: folder }, folder, print: (text: string) => void printed.push(text) };
    const code = await rehearse([...args, '--json', 'out.json'], shell);
    const report = JSON.parse(await readFile(join(folder, 'out.json'), 'utf8')) as JsonReport;
    return { code, out: printed.join('\n'), runs: report.suites.flatMap(({ runs }) => runs), report };
  }

  /** Runs a suite for the agent above. */
  async function rehearseOrders(suite: object, ...args: string[]) {
    await writeFile(join(folder, 'agent.json'), JSON.stringify(AGENT));
    await writeFile(join(folder, 'suite.yaml'), stringify({ title: 'Orders', agent: 'agent.json', ...suite }));
    return run('suite.yaml', ...args);
  }
  const tools = { order: { answers: [{ number: 'A7' }] } };
  const buyer = {
    script: [
      { when: 'would you like', say: 'two pizzas' },
      { when: 'number is', say: 'that is enough', end: true },
    ],
  };
  const buys = (expect: object, more: object = {}) => ({
    ...{ tools, personas: { buyer }, conversations: [{ title: 'an order', persona: 'buyer', expect }] },
    ...more,
  });

  it('holds the example of the documentation, whose conversations all pass', async () => {
    const { code, out, runs } = await run(EXAMPLE);
    assert.equal(code, 0, out);
    assert.deepEqual(
      runs.map(({ persona, verdict }) => [persona, verdict]),
      [
        ['ada', 'passed'],
        ['ben', 'passed'],
        ['cleo', 'passed'],
      ],
    );
    assert.match(out, /3 runs in \d+\.\d s: 3 passed\. pass@1 100\.0 %\./);
  });

  it('gives scripted vendors the same inputs for the same seed, in whatever order conversations end', async () => {
    const digests = async (...args: string[]): Promise<string[]> =>
      (await run(EXAMPLE, '--runs', '3', ...args)).runs.map(({ digest }) => digest);
    const one = await digests('--parallel', '1');
    assert.deepEqual(await digests('--parallel', '9'), one);
    assert.isAbove(new Set(one).size, 5);
    const other = await digests('--seed', '2');
    assert.isEmpty(other.filter((digest) => one.includes(digest)));
  });

  it('leaves inputs that a replay finds identical', async () => {
    const { recordsOf } = await import('./suite-fixture.ts');
    for (const record of await recordsOf(EXAMPLE)) {
      const log = readInputLog(record.inputs?.text ?? '');
      assert(log && log.end === 'complete');
      assert.isTrue(isIdentical(replayInputs(log)));
      assert.isAbove(log.inputs.length, 20);
    }
  });

  it('answers tools in place of their servers, with arguments and answers as those would have', async () => {
    const { code, out, runs } = await rehearseOrders(
      buys({
        calls: [{ tool: 'order', with: { count: 'two' }, times: 1, outcome: 'ok' }],
        says: ['your number is A7'],
        ended: 'agent_ended',
      }),
    );
    assert.equal(code, 0, out);
    assert.deepInclude(runs[0]?.calls[0], { name: 'order', arguments: '{"count":"two"}', outcome: 'ok' });
  });

  it('exits with 1 and says what was seen instead where an expectation fails', async () => {
    const { code, out, runs } = await rehearseOrders(
      buys({
        calls: [
          { tool: 'order', with: { count: 'three' } },
          { tool: 'order', absent: true },
        ],
        never_says: ['/number is \\w+/'],
        says: ['free delivery'],
        ended: 'idle',
        most_turns: 1,
        most_seconds: 1,
        latency_ms: { max: 1 },
        fields: { size: 'large' },
        stages: ['end'],
      }),
    );
    assert.equal(code, 1, out);
    assert.lengthOf(runs[0]?.problems ?? [], 10);
    assert.match(out, /calls order with \{"count":"three"\}: order \{"count":"two"\}: ok/);
    assert.match(out, /never says \/number is \\w\+\/: the agent says: Your number is A7\./);
    assert.match(out, /run 1, seed \d+:\n +\d+\.\d s {2}agent {3}Hello, what would you like\?/);
  });

  it('refuses tools with side effects that nothing answers, and suites that check nothing', async () => {
    const refusal = await errorText(rehearseOrders(buys({ ended: 'x' }, { tools: undefined })));
    assert.match(refusal, /order has side effects: give its answers in tools, or write live: true/);
    assert.match(
      await errorText(rehearseOrders(buys({}))),
      /conversations\[0\]\.expect must say what is to be checked/,
    );
    assert.match(
      await errorText(rehearseOrders(buys({ calls: [] }))),
      /conversations\[0\]\.expect\.calls must not be empty/,
    );
    assert.match(
      await errorText(rehearseOrders(buys({ ended: 'x' }, { personas: {} }))),
      /persona is buyer, which personas does not have: add it/,
    );
    assert.match(await errorText(rehearseOrders(buys({ says: ['/(/'] }))), /is not a regular expression/);
    assert.match(
      await errorText(rehearseOrders(buys({ sais: ['x'] }))),
      /conversations\[0\]\.expect\.sais is unknown: did you mean says\?/,
    );
  });

  it('stops parties that only thank each other, and says so', async () => {
    const polite = { script: [], otherwise: 'thank you' };
    const { code, out, runs } = await rehearseOrders({
      tools,
      personas: { polite },
      conversations: [{ title: 'politeness', persona: 'polite', expect: { never_says: ['x!'] } }],
    });
    assert.equal(code, 1, out);
    assert.equal(runs[0]?.stopped, 'stuck');
    assert.isBelow(runs[0]?.turns ?? 99, 8);
    assert.match(out, /for three turns neither side said or did anything new/);
  });

  it('stops a conversation at the most turns and seconds that the suite allows', async () => {
    const teller = { script: [{ when: '.', say: 'two pizzas and {{what}}' }], facts: { what: 'more' }, otherwise: '' };
    const conversations = [{ title: 't', persona: 'teller', expect: { never_says: ['x!'] } }];
    const suite = (limits: object) => ({
      tools: { order: { answers: ['A1', 'B2', 'C3', 'D4', 'E5', 'F6'].map((number) => ({ number })) } },
      personas: { teller },
      limits,
      conversations,
    });
    assert.equal((await rehearseOrders(suite({ turns: 2 }))).runs[0]?.stopped, 'turns');
    assert.equal((await rehearseOrders(suite({ seconds: 6 }))).runs[0]?.stopped, 'seconds');
  });

  it('counts passes by run and by conversation', async () => {
    const moody = { ...buyer, speech: { silent: 0.3 } };
    const { report, out } = await rehearseOrders(
      buys({ most_seconds: 15 }, { personas: { buyer: moody } }),
      '--runs',
      '8',
    );
    const [suite] = report.suites;
    const passed = suite?.runs.filter(({ verdict }) => verdict === 'passed').length ?? 0;
    assert(passed > 0 && passed < 8, out);
    assert.equal(suite?.pass_at_1, passed / 8);
    assert.lengthOf(suite?.pass_hat ?? [], 8);
    assert.equal(suite?.pass_hat.at(-1), 0);
    assert.closeTo(suite?.pass_hat[1] ?? 0, (passed * (passed - 1)) / 56, 1e-9);
  });

  it('says what is wrong with its arguments', async () => {
    assert.match(await errorText(run()), /^Pass at least one suite/);
    assert.match(await errorText(run(EXAMPLE, '--runs', '0')), /^--runs must be a whole number from 1/);
    assert.match(await errorText(run(EXAMPLE, '--version', 'x')), /^--version must be a number/);
    assert.match(await errorText(run(EXAMPLE, '--version', '2')), /is a file, which has no versions/);
    assert.match(await errorText(run(EXAMPLE, '--agent', 'none.json')), /There is no file/);
    const socket = ['--agent', 'ws://127.0.0.1:9/agent/o/a'];
    for (const other of [['--version', '2'], ['--draft'], ['--compare', '2']])
      assert.match(await errorText(run(EXAMPLE, ...socket, ...other)), /is a socket, which has no versions/);
    assert.match(await errorText(run(EXAMPLE, '--only', 'nothing')), /No conversation has a title with nothing/);
  });
});
