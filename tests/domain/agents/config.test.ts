import { assert } from 'chai';
import * as fc from 'fast-check';
import { parseAgentConfig } from '../../../domain/agents/config.ts';
import { DomainError } from '../../../domain/errors.ts';
import { known, least, refusal } from './known-providers.ts';

const parse = (input: unknown) => parseAgentConfig(input, known);

describe('parseAgentConfig', () => {
  it('fills in every default of the specification', () => {
    assert.deepEqual(parse(least()), {
      schema_version: 1,
      prompts: { system_prompt: '', greeting_message: 'Hello' },
      behaviour: {
        interruption_min_words: 0,
        user_silence_hangup_seconds: null,
        call_timeout_seconds: null,
        ignore_user_speech_before_greeting: false,
        hold_messages: [],
        hold_message_timeout_seconds: null,
        user_online_detection_enabled: false,
        user_online_detection_message: '',
        user_online_detection_seconds: null,
        user_online_detection_repeats: null,
        user_online_detection_closing_message: '',
        automatic_call_ending: { enabled: false, graceful_llm_call_ending: false },
      },
      language: { primary: 'en', secondary: [] },
      models: least().models,
      knowledge_base: { enabled: false, mode: 'context', document_ids: [], top_k: 5 },
      custom_variables: {},
    });
  });

  it('ignores unknown fields', () => {
    assert.deepEqual(parse({ ...least(), colour: 'blue', agent_id: 7 }), parse(least()));
  });

  it('treats null as absent for optional fields', () => {
    const optional = { schema_version: null, behaviour: null, knowledge_base: null, custom_variables: null };
    assert.deepEqual(parse({ ...least(), ...optional }), parse(least()));
  });

  const wrong: readonly [string, unknown, string][] = [
    ['nothing', null, 'config is required'],
    ['a list', [], 'config must be an object'],
    ['a text', 'agent', 'config must be an object'],
    ['no prompts', { ...least(), prompts: undefined }, 'prompts is required'],
    ['no language', { ...least(), language: null }, 'language is required'],
    ['no models', { ...least(), models: undefined }, 'models is required'],
    ['a version in words', { ...least(), schema_version: '1' }, 'schema_version must be an integer'],
    ['half a version', { ...least(), schema_version: 1.5 }, 'schema_version must be an integer'],
    ['variables in a list', { ...least(), custom_variables: ['a'] }, 'custom_variables must be an object'],
    [
      'a variable without name',
      { ...least(), custom_variables: { '': 1 } },
      'custom_variables must not have an empty name',
    ],
    [
      'tool mode with a fallback without tool calls',
      {
        ...least(),
        models: { ...least().models, llm_config: { provider: 'openai', fallback: { provider: 'test_llm' } } },
        knowledge_base: { enabled: true, mode: 'tool', document_ids: ['d1'] },
      },
      'knowledge_base.mode tool requires one of these LLM providers: openai, anthropic, groq, azure_openai',
    ],
    ['no greeting', { ...least(), prompts: {} }, 'prompts.greeting_message is required'],
    ['a blank greeting', { ...least(), prompts: { greeting_message: ' \n' } }, 'prompts.greeting_message is required'],
    [
      'a greeting of another type',
      { ...least(), prompts: { greeting_message: true } },
      'prompts.greeting_message must be a string',
    ],
    [
      'a prompt of another type',
      { ...least(), prompts: { greeting_message: 'Hi', system_prompt: ['a'] } },
      'prompts.system_prompt must be a string',
    ],
    [
      'a prompt that is too long',
      { ...least(), prompts: { greeting_message: 'Hi', system_prompt: 'a'.repeat(200_001) } },
      'prompts.system_prompt must have at most 200000 characters',
    ],
    ['no primary language', { ...least(), language: {} }, 'language.primary is required'],
    ['a blank primary language', { ...least(), language: { primary: '  ' } }, 'language.primary is required'],
    [
      'an unknown language',
      { ...least(), language: { primary: 'klingon' } },
      'language.primary must be a known language id, for example en or hi',
    ],
    ['a language of another type', { ...least(), language: { primary: 1 } }, 'language.primary must be a string'],
    [
      'a secondary language of another type',
      { ...least(), language: { primary: 'en', secondary: ['hi', 3] } },
      'language.secondary[1] must be a string',
    ],
  ];
  for (const [what, input, message] of wrong)
    it(`rejects ${what}: ${message}`, () =>
      assert.equal(
        refusal(() => parse(input)),
        message,
      ));

  it('trims the greeting and the primary language and accepts a very long prompt', () => {
    const prompt = 'a'.repeat(200_000);
    const parsed = parse({
      ...least(),
      prompts: { greeting_message: '  Hi there ', system_prompt: prompt },
      language: { primary: ' en-US ', secondary: ['hi', 'anything'] },
    });
    assert.equal(parsed.prompts.greeting_message, 'Hi there');
    assert.equal(parsed.prompts.system_prompt, prompt);
    assert.deepEqual(parsed.language, { primary: 'en-US', secondary: ['hi', 'anything'] });
  });

  it('keeps variables of any shape, including names of Object.prototype', () => {
    const odd: unknown = JSON.parse('{"n":1,"o":{"p":[null]},"__proto__":{"x":1},"constructor":"c"}');
    const parsed = parse({ ...least(), custom_variables: odd }).custom_variables;
    assert.equal(JSON.stringify(parsed), JSON.stringify(odd));
    assert.isUndefined(parsed['x']);
  });

  const oddity = fc.oneof(fc.jsonValue(), fc.constantFrom(0, -1, 1.5, 1e308, '', ' ', '5', true, null, [], {}, ['']));
  const behaviour = Object.fromEntries(Object.keys(parse(least()).behaviour).map((name) => [name, oddity]));
  const part = {
    prompts: fc.record(
      { greeting_message: fc.oneof(fc.string(), oddity), system_prompt: oddity },
      { requiredKeys: [] },
    ),
    behaviour: fc.record(behaviour, { requiredKeys: [] }),
    language: fc.record({ primary: fc.constantFrom('en', ' hi ', '', 1), secondary: oddity }, { requiredKeys: [] }),
    knowledge_base: fc.record(
      {
        enabled: oddity,
        mode: fc.constantFrom('tool', 'context', 'x', null),
        document_ids: fc.array(fc.string()),
        top_k: oddity,
      },
      { requiredKeys: [] },
    ),
    models: fc.constantFrom(least().models, {}, null, {
      ...least().models,
      llm_config: { provider: 'groq', model: null },
    }),
    custom_variables: fc.oneof(oddity, fc.dictionary(fc.string(), fc.jsonValue())),
    schema_version: oddity,
  };
  // Mostly valid with some odd values: pure noise would be rejected at the first field.
  const nearly = fc
    .tuple(fc.record(part, { requiredKeys: [] }), fc.subarray(Object.keys(part), { maxLength: 3 }))
    .map(([parts, chosen]) => ({
      ...least(),
      ...Object.fromEntries(Object.entries(parts).filter(([name]) => chosen.includes(name))),
    }));

  it('parses any JSON or throws invalid', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), nearly), (input) => {
        try {
          parse(input);
        } catch (error) {
          assert.instanceOf(error, DomainError);
          assert.equal(error.problem, 'invalid');
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is idempotent', () => {
    let accepted = 0;
    fc.assert(
      fc.property(nearly, (input) => {
        const once = outcome(input);
        if (once === null) return;
        accepted += 1;
        assert.deepEqual(parse(once), once);
        assert.deepEqual(parse(JSON.parse(JSON.stringify(once))), JSON.parse(JSON.stringify(once)));
      }),
      { numRuns: 500 },
    );
    assert.isAbove(accepted, 50);
  });

  function outcome(input: unknown) {
    try {
      return parse(input);
    } catch {
      return null;
    }
  }
});
