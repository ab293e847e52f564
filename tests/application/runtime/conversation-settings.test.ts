import { assert } from 'chai';
import { conversationSettings } from '../../../application/runtime/conversation-settings.ts';
import { parseAgentConfig } from '../../../domain/agents/config.ts';
import { switchLanguageTool } from '../../../domain/voice/language-switch.ts';
import { END_CONVERSATION } from '../../../domain/voice/conversation-context.ts';

const declaration = {
  provider: 'p',
  name: 'P',
  provider_type: 'local',
  description: '',
  required: [],
  fields: {},
} as const;
const config = (behaviour: object = {}, variables: object = {}, sections: object = {}) =>
  parseAgentConfig(
    {
      prompts: { system_prompt: 'Serve {{name}} of {{city}}.', greeting_message: 'Hello {{name}}{{unknown}}!' },
      ...{ behaviour, custom_variables: variables, language: { primary: 'en' }, ...sections },
      models: { stt_config: { provider: 'p' }, tts_config: { provider: 'p' }, llm_config: { provider: 'p' } },
    },
    { find: (kind) => ({ ...declaration, kind }), parseSettings: (_kind, _provider, settings) => settings },
  );

describe('conversationSettings', () => {
  it('uses defaults if nothing is configured', () => {
    assert.deepEqual(conversationSettings(config(), {}), {
      systemPrompt: 'Serve  of .',
      language: 'en',
      greeting: 'Hello !',
      interruptionMinWords: 0,
      ignoreUntilGreeted: false,
      idleMs: 0,
      idlePrompt: null,
      closingMessage: '',
      hold: null,
      tools: [],
    });
  });

  it('passes on how turns end', () => {
    const wait = { language: 'en', look: 'digits', wait_ms: 1_200 };
    const endpointing = { mode: 'vendor', max_wait_ms: 2_000, waits: [wait] };
    assert.deepEqual(conversationSettings(config({}, {}, { endpointing }), {}).endpointing, {
      mode: 'vendor',
      maxWaitMs: 2_000,
      waits: [{ language: 'en', look: 'digits', waitMs: 1_200 }],
    });
  });

  it('passes on the time limit, its words with variables, and no warning that would be silent', () => {
    const limited = (limits: object) => conversationSettings(config({}, { name: 'Ada' }, { limits }), {}).limit;
    const words = { warning: '{{name}}, one minute.', warning_seconds_before: 60, closing: 'Bye {{name}}.' };
    assert.deepEqual(limited({ max_call_seconds: 300, ...words }), {
      maxMs: 300_000,
      warning: { message: 'Ada, one minute.', beforeMs: 60_000 },
      closingMessage: 'Bye Ada.',
    });
    const silent = { max_call_seconds: 60, warning: '{{city}}', warning_seconds_before: 30 };
    assert.deepEqual(limited(silent), { maxMs: 60_000, warning: null, closingMessage: '' });
    assert.isUndefined(limited({ ring_seconds: 30 }));
  });

  it('gives every other language its prompt, with variables, and the model a tool where it switches', () => {
    const others = [{ language: 'de', prompt: 'Sieze {{name}}.' }];
    const settings = (switch_by: string) =>
      conversationSettings(config({}, { name: 'Ada' }, { languages: { switch_by, others } }), {});
    const { languages, tools } = settings('tool');
    assert.deepEqual(languages?.choices, [
      { language: 'en', systemPrompt: 'Serve Ada of .' },
      {
        language: 'de',
        systemPrompt: 'Serve Ada of .\n\nThe conversation is in German now. Answer in this language.\n\nSieze Ada.',
      },
    ]);
    assert.deepEqual(tools, [switchLanguageTool(['en', 'de'])]);
    assert.deepEqual(settings('detection').tools, []);
  });

  it('prefers the variables of the call to those of the agent', () => {
    const { systemPrompt, greeting } = conversationSettings(config({}, { name: 'friend', city: 'Paris' }), {
      name: 'Ada',
    });
    assert.deepEqual([systemPrompt, greeting], ['Serve Ada of Paris.', 'Hello Ada!']);
  });

  it('converts the configured behaviour to milliseconds', () => {
    const behaviour = {
      interruption_min_words: 2,
      ignore_user_speech_before_greeting: true,
      hold_messages: ['One moment.', ' '],
      hold_message_timeout_seconds: 1.5,
      user_online_detection_enabled: true,
      user_online_detection_message: 'Still there?',
      user_online_detection_closing_message: 'Goodbye.',
      automatic_call_ending: { enabled: true, graceful_llm_call_ending: true },
    };
    assert.deepInclude(conversationSettings(config(behaviour), {}), {
      interruptionMinWords: 2,
      ignoreUntilGreeted: true,
      idleMs: 10_000,
      idlePrompt: { message: 'Still there?', repeats: 1 },
      closingMessage: 'Goodbye.',
      hold: { afterMs: 1_500, messages: ['One moment.'] },
      tools: [END_CONVERSATION],
    });
  });
});
