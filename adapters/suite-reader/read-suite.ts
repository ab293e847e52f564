import { CALL_RESPONSES, CALL_STATUSES } from '../../domain/calls/call-log.ts';
import { PLANNED_OUTCOMES, retryConfig } from '../../domain/campaigns/retry-policy.ts';
import { amountIn } from '../../domain/costs/money.ts';
import { DomainError, invalid } from '../../domain/errors.ts';
import { adviceOnName } from '../../domain/nearest-name.ts';
import { inside, textsIn, type SuiteProblem } from '../../domain/rehearsal/api-suite.ts';
import { compilePattern } from '../../domain/script/pattern.ts';
import { ACTION, FAULT, FILES, KNOWLEDGE, list, NUMBER, OBJECT, only, STEP, TEXT, TRUE } from './file-schema.ts';
import { parsePlaces } from './parse-places.ts';
import { schemaProblems } from './schema-problems.ts';
import { CALLEES, SPEAKING_CALLEES } from '../../domain/rehearsal/dialled-call.ts';
import { patternProblem } from '../../domain/rehearsal/timeline.ts';
import {
  joinedExpectations,
  TEMPERS,
  type Expectations,
  type Persona,
  type Suite,
} from '../../domain/rehearsal/suite.ts';

const SHARE = { type: 'number', minimum: 0, maximum: 1 };
const COUNT = { type: 'integer', minimum: 1 };
const MODEL = { ...OBJECT, properties: { provider: TEXT }, required: ['provider'] };

const RULE = only({ when: TEXT, say: TEXT, presses: TEXT, end: { type: 'boolean' }, times: COUNT }, 'when');

const SPEECH = only({
  words_per_minute: { type: 'number', minimum: 40, maximum: 400 },
  reacts_after_ms: NUMBER,
  ...{ interrupts: SHARE, silent: SHARE, coughs: SHARE, wrong_digits: SHARE, pauses: SHARE },
  noise_db: { type: ['number', 'null'], minimum: -10, maximum: 60 },
  speaker: TEXT,
});

/** Those that say nothing of their own. */
const SILENT_CALLEES = CALLEES.filter((each) => !SPEAKING_CALLEES.includes(each));
const SILENT_CALLEE = {
  required: ['callee'],
  properties: {
    callee: { enum: SILENT_CALLEES },
    script: false,
    llm: false,
  },
};

const PERSONA = {
  ...only({
    goal: TEXT,
    facts: { ...OBJECT, additionalProperties: { type: ['string', 'number', 'boolean'] } },
    temper: { enum: TEMPERS },
    callee: { enum: CALLEES },
    speech: SPEECH,
    leaves_after_turns: COUNT,
    ...{ opening: TEXT, script: list(RULE), otherwise: TEXT, llm: MODEL },
  }),
  oneOf: [{ required: ['script'] }, { required: ['llm'] }, SILENT_CALLEE],
  inWords: `needs one of script, llm, or a callee that says nothing of its own: ${SILENT_CALLEES.join(', ')}`,
};

const MOCK = {
  ...only({ answers: { ...list({}), minItems: 1 }, status: COUNT, after_ms: NUMBER, hangs: TRUE }),
  minProperties: 1,
};

const EXPECTED_CALL = only(
  {
    ...{ tool: TEXT, with: OBJECT, times: { type: 'integer', minimum: 0 }, absent: TRUE },
    outcome: { enum: ['ok', 'failed', 'cancelled', 'unknown'] },
  },
  'tool',
);

const CRITERION = {
  anyOf: [{ ...TEXT, minLength: 1 }, only({ criterion: TEXT, judgements: COUNT, agreement: SHARE }, 'criterion')],
};

/** A list of nothing would be an expectation that cannot fail. */
const some = (items: object): object => ({ ...list(items), minItems: 1 });

const BOOLEAN = { type: 'boolean' };
const PLAN = only({ delays_seconds: list(NUMBER), vary_hours: BOOLEAN }, 'delays_seconds');
const RETRY = only({
  ...{ enabled: BOOLEAN, max_retries: { type: 'integer', minimum: 0 }, retry_delay_seconds: NUMBER },
  ...{ retry_on_busy: BOOLEAN, retry_on_no_answer: BOOLEAN, retry_on_voicemail: BOOLEAN, early_seconds: COUNT },
  plans: only(Object.fromEntries(PLANNED_OUTCOMES.map((name) => [name, PLAN]))),
});
const OUTCOME = only({
  ...{ status: { enum: CALL_STATUSES }, call_response: { enum: CALL_RESPONSES }, attempt: COUNT },
  ...{ retry_seconds: { type: ['number', 'null'], minimum: 0 }, retry_config: RETRY },
});

const EXPECTATIONS = only({
  calls: some(EXPECTED_CALL),
  fields: { ...OBJECT, minProperties: 1 },
  agents: list(TEXT),
  ...{ stages: some(TEXT), says: some(TEXT), never_says: some(TEXT) },
  ended: { anyOf: [TEXT, { ...list(TEXT), minItems: 1 }] },
  outcome: { ...OUTCOME, minProperties: 1 },
  latency_ms: { ...only({ median: NUMBER, p95: NUMBER, max: NUMBER }), minProperties: 1 },
  ...{ most_turns: COUNT, most_seconds: NUMBER, no_repeated_question: TRUE, state: {} },
  ...{ events: some(STEP), judged: some(CRITERION) },
});

const CONVERSATION = {
  ...only(
    {
      ...{ title: { ...TEXT, minLength: 1 }, persona: TEXT, personas: { ...list(TEXT), minItems: 1 } },
      ...{ caller: list(ACTION), stays_ms: NUMBER, custom_variables: OBJECT, expect: EXPECTATIONS },
    },
    'title',
  ),
  oneOf: [{ required: ['persona'] }, { required: ['personas'] }, { required: ['caller'] }],
};

const VENDORS = only({
  model: only({ first_ms: NUMBER, ends: FAULT }),
  voice: only({ first_audio_ms: NUMBER, characters_per_second: { type: 'number', minimum: 1 } }),
  hearing: only({ final_after_ms: NUMBER, endpointing_ms: NUMBER, partials: { type: 'boolean' } }),
  tools: only({ after_ms: NUMBER }),
  knowledge: KNOWLEDGE,
});

const NUMBER_TEXT = {
  ...TEXT,
  pattern: '^\\+\\d{5,15}$',
  inWords: "must be a telephone number, such as '+15550100000'",
};

const isSuite = FILES.compile<Suite>(
  only(
    {
      ...{ title: { ...TEXT, minLength: 1 }, agent: TEXT, server: TEXT, live: TRUE, vendors: VENDORS },
      telephone: only({ stt: MODEL, number: NUMBER_TEXT }),
      tools: { ...OBJECT, additionalProperties: MOCK },
      targets: { ...OBJECT, additionalProperties: TEXT },
      limits: only({ turns: COUNT, seconds: COUNT, cost: TEXT }),
      judge: only({ llm: MODEL, judgements: COUNT, agreement: SHARE }, 'llm'),
      personas: { ...OBJECT, additionalProperties: PERSONA },
      expect: EXPECTATIONS,
      conversations: { ...list(CONVERSATION), minItems: 1 },
    },
    'title',
    'conversations',
  ),
);

/**
 * Reads a suite of a YAML or JSON text. Throws `invalid` with every problem, each with its line: those of any suite, then
 * `further` ones.
 */
export function readSuite(text: string, further: (suite: Suite) => readonly SuiteProblem[] = () => []): Suite {
  const { value: suite, placed } = parsePlaces(text);
  if (!isSuite(suite)) throw invalid(placed(schemaProblems(isSuite.errors)));
  const problems = [
    ...costProblems(suite),
    ...expressionProblems('', suite.expect),
    ...Object.entries(suite.personas ?? {}).flatMap(([name, persona]) => scriptProblems(name, persona)),
    ...suite.conversations.flatMap((_, at) => conversationProblems(suite, at)),
    ...titleProblems(suite),
    ...further(suite),
  ];
  if (problems.length > 0) throw invalid(placed(problems));
  return suite;
}

const costProblems = ({ limits }: Suite): SuiteProblem[] =>
  limits?.cost === undefined || amountIn(limits.cost) !== null
    ? []
    : [{ path: '/limits/cost', problem: "must be a decimal with up to two decimals in quotes, such as '2.50'" }];

/** What a reader of the domain refuses, as a problem of a place. */
function refusalOf(path: string, read: () => unknown): SuiteProblem[] {
  try {
    read();
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [{ path, problem: error.message }];
  }
}

const scriptProblems = (name: string, { script = [] }: Persona): SuiteProblem[] =>
  script.flatMap(({ when }, at) =>
    refusalOf(`${inside('/personas', name)}/script/${at}/when`, () => compilePattern(when)),
  );

function conversationProblems(suite: Suite, at: number): SuiteProblem[] {
  const conversation = suite.conversations[at];
  if (!conversation) return [];
  const path = `/conversations/${at}`;
  const { persona, personas = [] } = conversation;
  const expected = joinedExpectations(suite.expect, conversation.expect);
  return [
    ...(persona === undefined ? [] : personaProblems(suite, `${path}/persona`, persona)),
    ...personas.flatMap((name, place) => personaProblems(suite, `${path}/personas/${place}`, name)),
    ...(Object.keys(expected).length === 0
      ? [{ path: `${path}/expect`, problem: 'must say what is to be checked, such as { says: [goodbye] }' }]
      : []),
    ...(expected.judged && !suite.judge
      ? [{ path: `${path}/expect/judged`, problem: 'needs judge at the top level, with the llm that judges' }]
      : []),
    ...refusalOf(`${path}/expect/outcome`, () => retryConfig(expected.outcome?.retry_config)),
    ...expressionProblems(path, conversation.expect),
  ];
}

function personaProblems({ personas = {} }: Suite, path: string, name: string): SuiteProblem[] {
  const known = Object.keys(personas);
  if (known.includes(name)) return [];
  const advice = known.length === 0 ? 'add it to personas' : adviceOnName(name, known);
  return [{ path, problem: `is ${name.slice(0, 64)}, which personas does not have: ${advice}` }];
}

/** Everything that is compared with what was said or done. */
const COMPARED = ['says', 'never_says', 'fields', 'state', 'events', 'calls'] as const;

const expressionProblems = (path: string, expect: Expectations = {}): SuiteProblem[] =>
  COMPARED.flatMap((name) => textsIn(`${path}/expect/${name}`, expect[name])).flatMap(({ path: at, text }) => {
    const problem = patternProblem(text);
    return problem === null ? [] : [{ path: at, problem: `is not a regular expression: ${problem}` }];
  });

function titleProblems({ conversations }: Suite): SuiteProblem[] {
  const titles = conversations.map(({ title }) => title);
  return titles.flatMap((title, at) => {
    const first = titles.indexOf(title);
    const problem = `is also that of conversations[${first}]: give each its own`;
    return first < at ? [{ path: `/conversations/${at}/title`, problem }] : [];
  });
}
