import { readFile } from 'node:fs/promises';
import { assert } from 'chai';
import { parse, stringify } from 'yaml';
import { starterAgent } from '../../console/src/pages/agents/starter-agent.ts';
import { conversationOf, withConversation } from '../../console/src/pages/rehearsals/call-conversation.ts';
import { indentAfter, lineRange } from '../../console/src/parts/code-text.ts';
import { entryWith } from '../../console/src/pages/rehearsals/in-step/entries.ts';
import {
  isShown,
  placedProblems,
  placeOfConversation,
  worstFirst,
  type ConversationSummary,
  type Verdict,
} from '../../console/src/pages/rehearsals/rehearsal.ts';
import { emptySuite, exampleSuite, type RehearsedAgent } from '../../console/src/pages/rehearsals/suite-example.ts';
import { readSuite } from '../../adapters/suite-reader/read-suite.ts';

const exampleOf = (agent: object) => readSuite(exampleSuite(agent as RehearsedAgent));

describe('the example of a suite in the console', () => {
  it('is a valid suite of a scripted agent, with its first stage', async () => {
    const { title, personas, judge } = exampleOf(starterAgent([]));
    assert.deepEqual([title, judge], ['Receptionist', undefined]);
    assert.isNotEmpty(personas?.['ada']?.script);
    const { conversations } = exampleOf(JSON.parse(await readFile('docs/examples/appointment.json', 'utf8')) as object);
    assert.deepEqual(conversations[0]?.expect?.stages, ['details']);
  });

  it('has a caller and a judge of the agent’s own model, and answers its tools', () => {
    const { config } = starterAgent([]);
    const suite = exampleOf({
      name: 'Bookings: "Blue Door" # 1',
      config: {
        models: { ...config.models, llm_config: { provider: 'openai', model: 'gpt-5-mini', temperature: 0.2 } },
        tools: [{ name: 'book_table' }],
      },
    });
    const llm = { provider: 'openai', model: 'gpt-5-mini' };
    assert.deepEqual(
      [suite.title, suite.judge?.llm, suite.personas?.['ada']?.llm],
      ['Bookings: "Blue Door" # 1', llm, llm],
    );
    assert.deepEqual(Object.keys(suite.tools ?? {}), ['book_table']);
  });
});

describe('the text of a suite', () => {
  it('has problems in the order of its lines, those of the whole first', () => {
    const messages = ['line 12: personas.ada.temper must be calm', 'line 3: bad indentation: of a mapping', 'too long'];
    assert.deepEqual(placedProblems(messages), [
      { line: null, message: 'too long' },
      { line: 3, message: 'bad indentation: of a mapping' },
      { line: 12, message: 'personas.ada.temper must be calm' },
    ]);
  });

  it('is selected by its lines, also beyond its end', () => {
    const text = 'title: A\n\nagent: b';
    assert.deepEqual(
      [1, 2, 3, 9].map((line) => text.slice(...lineRange(text, line))),
      ['title: A', '', 'agent: b', 'agent: b'],
    );
  });

  it('continues in the column of its last line, further in after a colon and in a list', () => {
    const indentAt = (text: string) => indentAfter(text, text.length);
    assert.deepEqual(
      ['title: A', 'personas:', '  ada:', '    goal: a table', '  - title: b', '  - expect:'].map(indentAt),
      ['', '  ', '    ', '    ', '    ', '      '],
    );
    assert.strictEqual(indentAfter('personas:\n  ada:', 5), '');
  });
});

const SCENARIO = {
  title: 'call 1 of Receptionist: #1',
  caller: [
    { after: 'connected', wait_ms: 1_200, says: 'a table\nplease' },
    { after: 'agent_stops', wait_ms: 700, hangs_up: true },
  ],
  stays_ms: 60_000,
  expect: { events: [{ turn: null }, { ended: 'caller_left' }], transcript: ['user: a table please', 'caller: x'] },
  recorded: '{"expect":1}\nexpect: title\n',
};

describe('a call in a suite', () => {
  // As the API writes it.
  const text = stringify({ scenarios: [SCENARIO] }, { lineWidth: 0, blockQuote: 'literal' });
  const { transcript: _words, ...expected } = SCENARIO.expect;
  const { recorded: _inputs, ...conversation } = { ...SCENARIO, expect: expected };

  it('is its last conversation, with the caller and events of its scenario alone', () => {
    const source = withConversation(emptySuite({ name: 'Tables' }), conversationOf(text));
    assert.deepEqual<unknown>(readSuite(source), { title: 'Tables', conversations: [conversation] });
  });

  it('keeps the column, the comments and what follows the conversations', () => {
    for (const list of ['- title: one', '    - title: one # first']) {
      const own = `title: Tables\nconversations: # all\n${list}\n${' '.repeat(list.indexOf('-') + 2)}persona: ada\n`;
      const rest = 'personas: { ada: { script: [] } }\n# the end';
      const source = withConversation(`${own}\n${rest}\n`, conversationOf(text));
      assert.isTrue(source.startsWith(own) && source.endsWith(`\n${rest}\n`), source);
      const { conversations } = parse(source) as { readonly conversations: readonly unknown[] };
      assert.deepEqual(conversations, [{ title: 'one', persona: 'ada' }, conversation]);
    }
  });
});

const conversation = (id: string, verdict: Verdict): ConversationSummary =>
  ({ conversation_id: id, side: id[0], position: Number(id.slice(1)), verdict }) as ConversationSummary;

describe('the conversations of a run', () => {
  const pairs = worstFirst([
    ...[conversation('a1', 'passed'), conversation('b1', 'passed')],
    ...[conversation('a2', 'failed'), conversation('b2', 'failed')],
    ...[conversation('a3', 'undecided'), conversation('b3', 'passed')],
    ...[conversation('a4', 'passed'), conversation('b4', 'failed')],
    conversation('a5', 'error'),
  ]);

  it('are in pairs, the worst first, and of these those that differ', () => {
    assert.deepEqual(
      pairs.map(({ position }) => position),
      [4, 2, 5, 3, 1],
    );
    assert.deepEqual(pairs[2], { position: 5, a: conversation('a5', 'error'), b: null });
  });

  it('are shown all, or if one did not pass, or if they differ', () => {
    const shown = (which: Parameters<typeof isShown>[0]) =>
      pairs.filter((pair) => isShown(which, pair)).map(({ position }) => position);
    assert.deepEqual([shown('').length, shown('problems'), shown('different')], [5, [4, 2, 5, 3], [4, 3]]);
  });

  it('have a side and a position in their ids', () => {
    assert.deepEqual(placeOfConversation('b12'), { side: 'b', position: 12 });
    for (const id of ['c1', 'a', 'a0', 'a1.5', 'ax', '']) assert.isNull(placeOfConversation(id), id);
  });

  it('have quotes that are found whatever their case and punctuation', () => {
    const entries = [
      { by: 'tool' as const, words: 'book {"for":"four people"}', at: 0 },
      { by: 'agent' as const, words: 'A table, for four people.', at: 1 },
    ];
    assert.strictEqual(entryWith('table for FOUR people', entries), 1);
    assert.strictEqual(entryWith('five people', entries), -1);
    assert.strictEqual(entryWith('…', entries), -1);
  });
});
