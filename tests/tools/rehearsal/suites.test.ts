import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { rehearse } from '../../../tools/rehearsal/rehearse.ts';
import { temporaryDirectory } from '../../support/temporary.ts';
import { rehearseRooms, ROOMS_AGENT } from './rooms-fixture.ts';

describe('suites', () => {
  let folder: string;
  beforeEach(async () => (folder = await temporaryDirectory()));

  const run = (suite: Parameters<typeof rehearseRooms>[1], ...args: string[]) => rehearseRooms(folder, suite, ...args);

  it('have a service with a state of its own for each conversation', async () => {
    const expect = { state: { rooms: ['one'] }, calls: [{ tool: 'book', outcome: 'ok' }], ended: 'agent_ended' };
    const { code, out } = await run({ server: 'service.mjs', expect }, '--runs', '2');
    assert.equal(code, 0, out);
    const other = await run({ server: 'service.mjs', expect: { state: { rooms: ['two'] } } });
    assert.equal(other.code, 1);
    assert.match(other.out, /leaves the expected state: rooms is \["one"\], not \["two"\]/);
  });

  it('validate the arguments of tools that they answer', async () => {
    const persona = { script: [{ when: 'which room', say: 'room nine' }], otherwise: 'bye' };
    const { runs, out } = await run({
      persona,
      tools: { book: { answers: [{ room: 'nine' }] } },
      expect: { calls: [{ tool: 'book', outcome: 'failed' }] },
    });
    assert.equal(runs[0]?.verdict, 'passed', out);
  });

  it('have tools that fail, or that never answer', async () => {
    const outcomeOf = async (mock: object): Promise<string> => {
      const { runs } = await run({ tools: { book: mock }, expect: { calls: [{ tool: 'book', outcome: 'ok' }] } });
      return runs[0]?.problems.join() ?? '';
    };
    assert.match(await outcomeOf({ status: 500, answers: ['down'] }), /book \{"room":"one"\}: (failed|unknown)/);
    assert.match(await outcomeOf({ hangs: true }), /book \{"room":"one"\}: unknown/);
  });

  it('have callers who press keys, and answer only what the agent says after them', async () => {
    const script = [
      { when: 'which room', presses: '1' },
      { when: 'pardon', say: 'bye', end: true },
    ];
    const pardon = JSON.stringify(ROOMS_AGENT).replace(
      '"otherwise":"Which room would you like?"',
      '"otherwise":"Pardon?"',
    );
    await writeFile(join(folder, 'pardon.json'), pardon);
    const { runs, out } = await run({
      ...{ persona: { script }, agent: 'pardon.json', server: 'service.mjs' },
      expect: { says: ['Pardon?'], most_turns: 2 },
    });
    assert.equal(runs[0]?.verdict, 'passed', out);
    const words = runs[0]?.transcript.map((entry) => entry.words) ?? [];
    assert.deepEqual(words.slice(1, 4), ['[keypad] 1', 'Pardon?', 'bye']);
  });

  it('transfer calls of the telephone, unless the line is busy', async () => {
    const persona = { script: [{ when: 'which room', say: 'a person please', times: 1 }], otherwise: 'bye' };
    const tools = { book: { answers: ['x'] } };
    const reached = await run({ persona, tools, expect: { ended: 'transferred' } });
    assert.equal(reached.code, 0, reached.out);
    const busy = await run({
      persona,
      tools: { ...tools, transfer_call: { answers: ['busy'] } },
      expect: { says: ['The office is busy'] },
    });
    assert.equal(busy.code, 0, busy.out);
  });

  describe('with judges', () => {
    const judge = (answer: object) => ({
      judge: {
        llm: {
          provider: 'script',
          otherwise: '',
          rules: [{ when: 'Booked: (\\w+)', say: '', call: { tool: 'judgement', arguments: answer } }],
        },
      },
      server: 'service.mjs',
      expect: { judged: ['The agent says which room was booked.'] },
    });

    it('pass where most judge that the criterion is met', async () => {
      const { code, runs, out } = await run(judge({ met: 'yes', quote: 'Booked: $1', reason: 'It names the room.' }));
      assert.equal(code, 0, out);
      assert.deepInclude(runs[0]?.judged[0], { met: 'yes', agreement: 1 });
    });

    it('fail where it is not met, with reason and quote', async () => {
      const { code, out } = await run(judge({ met: 'no', quote: 'Booked: $1', reason: 'It is too short.' }));
      assert.equal(code, 1);
      assert.include(
        out,
        'The agent says which room was booked.: not met (3 of 3 judgements). It is too short. “Booked: one”',
      );
    });

    it('cannot tell where no judge quotes the conversation', async () => {
      const { code, out } = await run(judge({ met: 'yes', quote: 'We booked a suite', reason: '' }));
      assert.equal(code, 2, out);
      assert.include(out, 'undecided (0 of 3 judgements)');
    });

    it('need a model that judges', async () => {
      const refusal = await run({ server: 'service.mjs', expect: { judged: ['x'] } }).then(
        () => 'none',
        (error: Error) => error.message,
      );
      assert.include(refusal, 'conversations[0].expect.judged needs judge at the top level');
    });
  });

  describe('with a cost', () => {
    const suite = (cost: string) => ({ server: 'service.mjs', limits: { cost }, expect: { ended: 'agent_ended' } });
    const prices = async (text: string): Promise<void> => {
      const path = join(folder, 'prices.yaml');
      await writeFile(
        path,
        `currency: USD\nprices:\n  - { kind: llm, provider: script, model: script, million_input_tokens: ${text}, million_output_tokens: ${text}, source: test, date: 2026-11-01 }\n`,
      );
    };

    it('do not send a request that could exceed it', async () => {
      await prices('1000');
      const shell = (env: Record<string, string>) => ({
        env: { HOME: folder, ...env },
        folder,
        print: () => undefined,
      });
      await run(suite('1000.00'));
      const within = await rehearse(['suite.yaml'], shell({ PRICES_FILE: join(folder, 'prices.yaml') }));
      assert.equal(within, 0);
      await run({ ...suite('1000.00'), limits: { cost: '0.60' } }).catch(() => undefined);
      const json = ['suite.yaml', '--json', 'cost.json'];
      assert.equal(await rehearse(json, shell({ PRICES_FILE: join(folder, 'prices.yaml') })), 2);
      const text = await readFile(join(folder, 'cost.json'), 'utf8');
      assert.include(text, 'The cost of 0.60 that the suite allows is reached');
      const { suites } = JSON.parse(text) as { suites: { cost: { amount: string } }[] };
      assert.isBelow(Number(suites[0]?.cost.amount), 0.6);
    });
  });

  it('have a persona whose words are those of a model, which hangs up', async () => {
    const rules = [
      { when: 'which room', say: 'room two' },
      { when: 'booked', say: 'Thanks (relieved), bye.', end: true },
    ];
    const persona = { script: undefined, goal: 'a room', llm: { provider: 'script', rules, otherwise: 'hello' } };
    const expect = { state: { rooms: ['two'] }, ended: ['agent_ended', 'caller_left'] };
    const { code, out, runs } = await run({ persona, server: 'service.mjs', expect });
    assert.equal(code, 0, out);
    assert.includeMembers(runs[0]?.transcript.map(({ words }) => words) ?? [], ['room two', 'Thanks , bye.']);
  });

  it('are compared with another agent, run by run', async () => {
    const terse = JSON.stringify(ROOMS_AGENT).replaceAll('Booked: {{answer}}', 'Done');
    await writeFile(join(folder, 'terse.json'), terse);
    const { code, out } = await run(
      { server: 'service.mjs', expect: { says: ['Booked: one'] } },
      '--compare',
      'terse.json',
      '--runs',
      '6',
    );
    assert.equal(code, 1);
    assert.match(out, /▼ a room \(caller\): 6 of 6 passed, now 0/);
    assert.match(out, /0 better, 6 worse: worse \(p = 0\.031\)\./);
  });
});
