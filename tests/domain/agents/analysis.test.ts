import { assert } from 'chai';
import { parseAnalysis } from '../../../domain/agents/analysis.ts';
import { parseAgentConfig } from '../../../domain/agents/config.ts';
import { testConfig, testProviders } from '../../support/providers.ts';
import { known, least, reasons } from './known-providers.ts';

const fields = { type: 'object', properties: { guests: { type: 'integer' } } };
const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, each) => [`f${each}`, {}]));
const rules = (tool: string) => ({ provider: 'script', rules: [{ when: 'x', say: '', call: { tool } }] });

describe('the analysis section of an agent configuration', () => {
  it('is stored with its defaults, and not at all when it is absent', () => {
    assert.deepEqual(parseAnalysis({}, known), { summary: true, max_transcript_tokens: 16_000 });
    const whole = {
      ...{ summary: false, instructions: 'In German.', success_criterion: 'A table is booked.', fields },
      ...{ llm_config: { provider: 'openai', fallback: { provider: 'groq' } }, max_transcript_tokens: 500 },
    };
    assert.deepEqual(parseAnalysis(whole, known), whole);
    assert.deepEqual(parseAnalysis(parseAnalysis(whole, known), known), whole);
    assert.isNull(parseAnalysis(null, known));
    assert.notProperty(parseAgentConfig(least(), known), 'analysis');
  });

  const wrong: readonly (readonly [object, string])[] = [
    [{ summary: false }, 'analysis requires summary true, success_criterion or fields'],
    [{ summary: false, success_criterion: ' ' }, 'analysis requires summary true, success_criterion or fields'],
    [{ succes_criterion: 'a' }, 'analysis.succes_criterion is unknown: did you mean success_criterion?'],
    [{ instructions: 'a'.repeat(4_001) }, 'analysis.instructions must have at most 4000 characters'],
    [{ max_transcript_tokens: 499 }, 'analysis.max_transcript_tokens must be an integer from 500 to 100000'],
    [
      { llm_config: { provider: 'none' } },
      'analysis.llm_config.provider must be a registered llm provider: GET /configuration/llm lists them',
    ],
    [{ fields: { type: 'array' } }, 'analysis.fields.type must be object: its properties name the values'],
    [{ fields: { type: 'object' } }, 'analysis.fields.properties must have 1 to 50 names'],
    [{ fields: { type: 'object', properties: named(51) } }, 'analysis.fields.properties must have 1 to 50 names'],
    [
      { fields: { type: 'object', properties: { a: { $ref: '#' } } } },
      'analysis.fields.properties.a.$ref is not supported in a schema: write the schema in its place',
    ],
  ];
  for (const [section, reason] of wrong)
    it(`refuses ${JSON.stringify(section).slice(0, 80)}`, () =>
      assert.deepEqual(
        reasons(() => parseAnalysis(section, known)),
        [reason],
      ));

  it('takes rules of a script that call call_analysis, and no other tool', () => {
    const parse = (analysis: object) => parseAgentConfig({ ...testConfig(), analysis }, testProviders());
    assert.isOk(parse({ llm_config: rules('call_analysis') }));
    assert.deepEqual(
      reasons(() => parse({ llm_config: rules('book_table') })),
      ['analysis.llm_config.rules[0].call.tool is not a tool of the agent, book_table: add it to tools'],
    );
  });
});
