import { assert } from 'chai';
import type { AgentStage } from '../../domain/agents/agent-stages.ts';
import type { Schema } from './described-operations.ts';

/** What the domain refuses of stages and a schema cannot say: each by the end of the domain's sentence. */
export const BEYOND_STAGE_SCHEMAS: Readonly<Record<string, RegExp>> = {
  'that ids and fields of stages differ':
    /^stages(\[\d+\].* must differ from those before it| must have at most 50 fields .*)$/u,
  'how stages lead to one another': /^stages\[\d+\] \(\w+\) (is never reached|has no exit): .*$/u,
  'what stages may name':
    /^stages\[\d+\]\..* must be (another stage|a (stage|field of a stage|tool of the agent|tool in tools, page_tools or mcp_servers|target in transfer|target in handover)\b.*)$/su,
  'which limits a type of field has':
    /^stages\[\d+\]\.fields\[\d+\]\.\w+ (does not apply to the type|must not exceed|must have (1 to 50|values of)|must be at most|applies to|must (?!have at most)).*$/su,
  'what each cause of a transition needs':
    /^stages\[\d+\]\.transitions\[\d+\]\.(description|when|key|seconds) (applies to|is required|must be|must have at most).*$/su,
  'which language a stage can have':
    /^stages\[\d+\]\.language must be (the primary language or one of languages\.others|a language id\b.*)$/su,
  'which values a condition can have':
    /^stages\[\d+\]\.transitions\[\d+\]\.when\[\d+\]\.(is|is_not|at_least|at_most|failed) (needs|must|excludes) .*$/su,
  'what an action is':
    /^stages\[\d+\]\.on_(enter|exit)\[\d+\](\.\w+)? (must have one of|applies to|must be say or tool|must have at most \d+ characters of JSON).*$/su,
};

/** Stages with every field. */
export const STAGES: readonly object[] = [
  {
    ...{ id: 'details', instructions: 'Ask for the details.', tools: ['book_table'], context: 'fields' },
    fields: [
      ...['guests', 'children'].map((name) => ({
        name,
        type: 'integer',
        description: 'How many.',
        minimum: 0,
        maximum: 9,
      })),
      {
        name: 'code',
        description: 'The code.',
        min_length: 2,
        max_length: 8,
        pattern: '[A-Z]+',
        attempts: 2,
        confirm: true,
      },
      { name: 'area', type: 'choice', description: 'Where.', choices: ['inside', 'outside'], required: false },
      { name: 'known', type: 'boolean', description: 'Whether known.', filled_by: 'tool' },
    ],
    transitions: [
      {
        to: 'goodbye',
        on: 'call',
        description: 'They have all.',
        when: [{ field: 'guests', at_least: 1, at_most: 8 }],
      },
      {
        to: 'goodbye',
        on: 'fields',
        when: [
          { field: 'area', is: 'inside' },
          { field: 'code', failed: true },
        ],
      },
      { to: 'goodbye', on: 'fields', when: [{ field: 'area', is_not: 'outside' }] },
      ...[
        { to: 'goodbye', on: 'key', key: '1' },
        { to: 'goodbye', on: 'silence', seconds: 10 },
      ],
    ],
    on_enter: [{ say: 'Welcome.' }, { tool: 'book_table', arguments: { size: 2 } }],
    on_exit: [{ say: 'Thank you.' }],
  },
  {
    ...{ id: 'desk', on_enter: [{ transfer: 'desk', summary: 'It is {{name}}.' }, { handover: 'billing' }] },
    ...{ language: 'en', tts_config: { provider: 'test_tts' }, llm_config: { provider: 'groq' } },
  },
  { id: 'goodbye', on_enter: [{ say: 'Bye.' }, { end: true }], transitions: [{ to: 'desk', on: 'key', key: '0' }] },
];

/** Requires that the schema of a configuration names every field of these stages, and no other. */
export function requireStageNames(schema: Schema, stages: readonly AgentStage[]): void {
  const stage = schema.properties!['stages']!.items!;
  const names = ({ properties }: Schema): readonly string[] => Object.keys(properties ?? {}).toSorted();
  assert.deepEqual(names(stage), namesIn(stages));
  for (const part of ['fields', 'transitions', 'on_enter'] as const) {
    const parts = stages.flatMap((each) => each[part] as readonly object[]);
    assert.deepEqual(names(stage.properties![part]!.items!), namesIn(parts), part);
  }
}

/** The names of the fields of all these objects together. */
const namesIn = (objects: readonly object[]): readonly string[] =>
  [...new Set(objects.flatMap((each) => Object.keys(each)))].toSorted();
