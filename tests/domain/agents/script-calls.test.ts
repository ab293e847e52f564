import { assert } from 'chai';
import { conversationSettings } from '../../../application/runtime/conversation-settings.ts';
import { parseAgentConfig } from '../../../domain/agents/config.ts';
import { offeredToolNames } from '../../../domain/agents/script-calls.ts';
import { testConfig, testProviders } from '../../support/providers.ts';
import { reasons } from './known-providers.ts';
import { bookTable } from './tools-example.ts';

const providers = testProviders();

const scripted = (rule: object, more: object = {}, llm: object = {}) => ({
  ...testConfig(),
  custom_variables: { restaurant: 'Roma' },
  tools: [bookTable()],
  models: {
    stt_config: { provider: 'local' },
    tts_config: { provider: 'local' },
    llm_config: { provider: 'script', rules: [{ when: 'table for (\\w+)', say: '', ...rule }], ...llm },
  },
  ...more,
});

const ending = { behaviour: { automatic_call_ending: { enabled: true, graceful_llm_call_ending: true } } };
const switching = {
  language: { primary: 'en' },
  languages: { switch_by: 'tool', others: [{ language: 'es', tts_config: { provider: 'deepgram', language: 'es' } }] },
};

const refused = (...args: Parameters<typeof scripted>): readonly string[] =>
  reasons(() => parseAgentConfig(scripted(...args), providers));

describe('the rules of a script', () => {
  it('call tools of the agent, and those of the platform that are switched on', () => {
    for (const [tool, more] of [
      ['book_table', {}],
      ['end_conversation', ending],
      ['switch_language', switching],
    ] as const)
      assert.isOk(parseAgentConfig(scripted({ say: 'Yes.', call: { tool } }, more), providers), tool);
  });

  for (const [tool, reason] of [
    ['book_tabel', 'is not a tool of the agent, book_tabel: did you mean book_table?'],
    ['weather', 'is not a tool of the agent, weather: add it to tools'],
    ['end_conversation', 'end_conversation requires both fields of behaviour.automatic_call_ending true'],
    ['switch_language', 'switch_language requires languages.switch_by tool'],
    ['constructor', 'is not a tool of the agent, constructor: add it to tools'],
  ] as const)
    it(`do not call ${tool}, which the agent does not have`, () => {
      assert.deepEqual(refused({ call: { tool } }), [`models.llm_config.rules[0].call.tool ${reason}`]);
    });

  it('are refused with their field in a fallback too', () => {
    const { llm_config: fallback } = scripted({ call: { tool: 'weather' } }).models;
    assert.deepEqual(refused({}, {}, { provider: 'openai', rules: null, fallback }), [
      'models.llm_config.fallback.rules[0].call.tool is not a tool of the agent, weather: add it to tools',
    ]);
  });

  it('have words for the new language after a switch', () => {
    const call = { tool: 'switch_language', arguments: { language: 'es' } };
    assert.deepEqual(refused({ call }, switching), [
      "models.llm_config.rules[0].say_answer is required: the agent's first words in the new language",
    ]);
    assert.isOk(parseAgentConfig(scripted({ call, say_answer: '¿Sí?' }, switching), providers));
  });

  it('do not use groups that they do not have', () => {
    assert.deepEqual(refused({ say: 'For $2.' }), [
      'models.llm_config.rules[0].say must not use $2, because when has 1 group: write $$2 for a price',
    ]);
  });

  it('may call exactly the tools that the model is offered in a call', () => {
    const config = parseAgentConfig(scripted({}, { ...ending, ...switching }), providers);
    const offered = conversationSettings(config, {}).tools.map(({ name }) => name);
    assert.sameMembers([...offeredToolNames(config)], offered);
    assert.lengthOf(offered, 3);
  });
});
