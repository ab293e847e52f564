import { assert } from 'chai';
import { readSuite } from '../../adapters/suite-reader/read-suite.ts';
import { DomainError } from '../../domain/errors.ts';
import { readScenarios } from '../../tools/scenario/read-scenarios.ts';

const SUITE = `title: Tables
personas:
  ada:
    temper: calm
    script:
      - { when: how many, say: four }
conversations:
  - title: a table is booked
    persona: ada
    expect: { says: [booked] }
`;

const problemsOf = (text: string): readonly string[] => {
  try {
    readSuite(text);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.reasons;
  }
};

/** What is replaced in the suite, with what, and what is said of it. */
const SLIPS: readonly (readonly [what: string, from: string, to: string, ...problems: string[]])[] = [
  ['a misspelt field', 'temper: calm', 'tempr: calm', 'line 4: personas.ada.tempr is unknown: did you mean temper?'],
  [
    'a field of something else',
    'expect: {',
    'model: x\n    expect: {',
    'line 10: conversations[0].model is unknown: use one of title, persona, personas, caller, stays_ms, custom_variables, expect',
  ],
  [
    'a misspelt field of which one is needed',
    'persona: ada',
    'persnoa: ada',
    'line 9: conversations[0].persnoa is unknown: did you mean persona?',
  ],
  [
    'a misspelt required field',
    '- title: a',
    '- titel: a',
    'line 8: conversations[0].titel is unknown: did you mean title?',
  ],
  [
    'none of the fields of which one is needed',
    '    persona: ada\n',
    '',
    'line 8: conversations[0] needs one of persona, personas, caller',
  ],
  [
    'two fields of which one is needed',
    'persona: ada',
    'persona: ada\n    caller: []',
    'line 8: conversations[0] has persona and caller: give one of them',
  ],
  [
    'a persona without words',
    '    script:\n      - { when: how many, say: four }\n',
    '',
    'line 4: personas.ada needs one of script, llm, or a callee that says nothing of its own: busy, no_answer, failed, declined, voicemail, hangs_up',
  ],
  [
    'a callee without words that would talk',
    'script:\n      - { when: how many, say: four }',
    'callee: talks',
    'line 4: personas.ada needs one of script, llm, or a callee that says nothing of its own: busy, no_answer, failed, declined, voicemail, hangs_up',
  ],
  ['a misspelt value', 'calm', 'clam', 'line 4: personas.ada.temper cannot be "clam": did you mean calm?'],
  [
    'a value that there is not',
    'calm',
    'sad',
    'line 4: personas.ada.temper cannot be "sad": use one of calm, hurried, angry, confused',
  ],
  [
    'a text instead of a list',
    '[booked]',
    'booked',
    'line 10: conversations[0].expect.says must be a list, not a string: write ["booked"]',
  ],
  [
    'a number instead of a text',
    'a table is booked',
    '2026',
    'line 8: conversations[0].title must be a string, not a number: write "2026"',
  ],
  [
    'a key without a value',
    'persona: ada',
    'persona:',
    'line 9: conversations[0].persona is empty: it must be a string',
  ],
  ['an empty list of expectations', '[booked]', '[]', 'line 10: conversations[0].expect.says must not be empty'],
  [
    'no expectation',
    '{ says: [booked] }',
    '{}',
    'line 10: conversations[0].expect must say what is to be checked, such as { says: [goodbye] }',
  ],
  [
    'the name of an event instead of an event',
    '{ says: [booked] }',
    '{ events: [ended] }',
    'line 10: conversations[0].expect.events[0] must be an object, not a string: write { ended: null }',
  ],
  [
    'two events in one step',
    '{ says: [booked] }',
    '{ events: [{ ended: , turn: }] }',
    'line 10: conversations[0].expect.events[0] has turn and ended: give one of them',
  ],
  [
    'a misspelt event',
    '{ says: [booked] }',
    '{ events: [{ agent_say: Hello }] }',
    'line 10: conversations[0].expect.events[0].agent_say is unknown: did you mean agent_says?',
  ],
  [
    'a misspelt event that is waited for',
    'persona: ada',
    'caller: [{ after: agent_stop }]',
    'line 9: conversations[0].caller[0].after cannot be "agent_stop": did you mean agent_stops?',
  ],
  [
    'two events that are waited for',
    'persona: ada',
    'caller: [{ after: { turn: , ended: } }]',
    'line 9: conversations[0].caller[0].after has turn and ended: give one of them',
  ],
  [
    'a number instead of one of several kinds',
    '{ says: [booked] }',
    '{ ended: 5 }',
    'line 10: conversations[0].expect.ended must be a string or a list, not a number',
  ],
  [
    'a misspelt field in the kind that is meant',
    '{ says: [booked] }',
    '{ judged: [{ criterion: polite, judgments: 3 }] }',
    'line 10: conversations[0].expect.judged[0].judgments is unknown: did you mean judgements?',
  ],
  [
    'a flag that cannot be off',
    'conversations:',
    'live: false\nconversations:',
    'line 7: live must be true, or be left out',
  ],
  [
    'a share above 1',
    'temper: calm',
    'speech: { interrupts: 20 }',
    'line 4: personas.ada.speech.interrupts must be at most 1',
  ],
  [
    'something else than a telephone number',
    'conversations:',
    "telephone: { number: '0221' }\nconversations:",
    "line 7: telephone.number must be a telephone number, such as '+15550100000'",
  ],
  [
    'a mocked tool that does nothing',
    'conversations:',
    'tools: { book: {} }\nconversations:',
    'line 7: tools.book needs one of answers, status, after_ms, hangs',
  ],
  [
    'a misspelt persona',
    'persona: ada',
    'persona: aad',
    'line 9: conversations[0].persona is aad, which personas does not have: did you mean ada?',
  ],
  [
    'several slips',
    'temper: calm\n    script:',
    'temper: 5\n    script: [{ say: x }]\n    scripts:',
    'line 4: personas.ada.temper cannot be 5: use one of calm, hurried, angry, confused',
    'line 5: personas.ada.script[0].when is required',
    'line 7: personas.ada.scripts is unknown: did you mean script?',
  ],
  ['a list as a whole', SUITE, '- a', 'line 1: The top level must be an object, not a list'],
  ['nothing at all', SUITE, '', 'The top level is empty: it must be an object'],
];

describe('the problems of a suite', () => {
  it('are none where it is right', () => assert.isEmpty(problemsOf(SUITE)));

  for (const [what, from, to, ...problems] of SLIPS)
    it(`say where it has ${what}, and what to write`, () => {
      assert.include(SUITE, from);
      assert.sameMembers([...problemsOf(SUITE.replace(from, to))], problems);
    });

  it('are 50 at most', () => {
    const many = Array.from({ length: 2_000 }, (_, at) => `k${at}: 1`).join('\n');
    assert.lengthOf(problemsOf(`${SUITE}${many}`), 50);
  });

  it('name what has unusual signs in its name in quotes', () => {
    const text = SUITE.replaceAll('ada', 'ada/b c').replace('calm', 'sad');
    assert.match(problemsOf(text).join(), /^line 4: personas\["ada\/b c"\]\.temper cannot be/);
  });
});

describe('the problems of a file of scenarios', () => {
  const SCENARIOS = 'scenarios:\n  - title: t\n    expect: { events: [{ ended: }] }\n';

  for (const [what, from, to, problem] of [
    [
      'a misspelt kind of audio',
      'expect:',
      'vendors: { voice: { deliveries: [hang] } }\n    expect:',
      'line 3: scenarios[0].vendors.voice.deliveries[0] cannot be "hang": did you mean hangs?',
    ],
    [
      'audio that ends without a time',
      'expect:',
      'vendors: { voice: { deliveries: [{ ends: hangs }] } }\n    expect:',
      'line 3: scenarios[0].vendors.voice.deliveries[0].after_ms is required',
    ],
    [
      'one end of a time instead of both',
      'events: [{ ended: }]',
      'audible: [[1]]',
      'line 3: scenarios[0].expect.audible[0] must have at least 2 items',
    ],
    ['a misspelt field', 'title', 'titel', 'line 2: scenarios[0].titel is unknown: did you mean title?'],
  ] as const)
    it(`say where it has ${what}, and what to write`, () => {
      const wrong = SCENARIOS.replace(from, to);
      assert.throws(() => readScenarios(wrong, 'a.yaml'), `a.yaml is not a valid scenario file:\n${problem}`);
    });
});
