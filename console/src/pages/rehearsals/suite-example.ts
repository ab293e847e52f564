import type { components } from '../../api.ts';

type Config = components['schemas']['AgentResponse']['config'];

/** What an example is made of. */
export interface RehearsedAgent {
  readonly name: string;
  readonly config: Pick<Config, 'models' | 'tools' | 'stages'>;
}

/** A suite without conversations. */
export const emptySuite = ({ name }: Pick<RehearsedAgent, 'name'>): string => `title: ${quoted(name)}\n`;

/** A suite to begin with: a caller and a conversation that fit the agent, with its tools answered. */
export function exampleSuite({ name, config }: RehearsedAgent): string {
  const { provider, model } = config.models.llm_config as { readonly provider: string; readonly model?: string };
  const llm = provider === 'script' ? null : { provider, ...(model !== undefined && { model }) };
  return [
    '# Simulated callers, what they want, and what must be true of their conversations with the agent.',
    `title: ${quoted(name)}`,
    'limits: { turns: 12, seconds: 240 }',
    ...toolLines(config.tools?.map((tool) => tool.name) ?? []),
    ...(llm ? ['', '# Judges the criteria below.', `judge: { llm: ${flow(llm)}, judgements: 3 }`] : []),
    '',
    'personas:',
    '  ada:',
    ...(llm ? modelCaller(llm) : SCRIPTED_CALLER),
    '',
    'conversations:',
    '  - title: a friendly caller is helped',
    '    persona: ada',
    '    expect:',
    ...stageLines(config.stages?.[0]?.id),
    '      latency_ms: { p95: 3000 }',
    "      never_says: ['/as an ai/']",
    ...(llm ? ['      judged: [The agent was polite and answered what the caller wanted to know.]'] : []),
    '',
  ].join('\n');
}

const SCRIPTED_CALLER = [
  '    facts: { name: Ada Winter }',
  '    temper: calm # calm, hurried, angry or confused',
  '    # The first rule that fits the last words of the agent answers.',
  '    script:',
  "      - { when: 'your name', say: 'my name is {{name}}' }",
  '      - { when: anything else, say: no thank you goodbye, end: true }',
  '    otherwise: hello, what can you do for me?',
  '    leaves_after_turns: 3',
];

const modelCaller = (llm: object): readonly string[] => [
  '    goal: find out what the agent can do for you, and end the call politely',
  '    facts: { name: Ada Winter }',
  '    temper: calm # calm, hurried, angry or confused',
  `    llm: ${flow(llm)}`,
  '    leaves_after_turns: 8',
];

const toolLines = (names: readonly string[]): readonly string[] =>
  names.length === 0
    ? []
    : [
        '',
        '# What its tools answer: nothing real is called.',
        'tools:',
        ...names.map((name) => `  ${name}: { answers: [{ ok: true }], after_ms: 600 }`),
      ];

const stageLines = (first: string | undefined): readonly string[] =>
  first === undefined ? [] : [`      stages: [${first}]`];

/** JSON is YAML. */
const quoted = (text: string): string => JSON.stringify(text);

const flow = (value: object): string =>
  `{ ${Object.entries(value)
    .map(([key, each]) => `${key}: ${JSON.stringify(each)}`)
    .join(', ')} }`;
