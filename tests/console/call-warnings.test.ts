import { assert } from 'chai';
import { callWarnings } from '../../console/src/pages/agents/call-warnings.ts';
import type { ProviderEntry } from '../../console/src/parts/provider-names.ts';
import { newDraft } from '../../console/src/pages/agents/draft.ts';
import { stepsOf } from '../../console/src/pages/home/steps.ts';

describe('the warnings before a call', () => {
  const entry = (provider: string, authenticated = true) =>
    ({ provider, name: provider.toUpperCase(), provider_type: 'cloud', authenticated }) as ProviderEntry;
  const catalogue = {
    languages: { en: 'English', hi: 'Hindi' },
    providers: {
      stt: [entry('local'), entry('deepgram', false)],
      llm: [entry('script'), entry('groq', false)],
      tts: [entry('local')],
      telephony: [entry('plivo', false)],
    },
  };
  const english = { stt: new Set(['local', 'deepgram']), tts: new Set(['local']) };
  const { config } = newDraft({ stt: 'local', tts: 'local', llm: 'script' });
  const withModels = (models: object) => ({ ...config, models: { ...config.models, ...models } });

  it('are none for an agent that works', () => {
    const none = { messages: [], needsCredentials: false };
    assert.deepEqual(callWarnings(config, null, catalogue, english), none);
    assert.deepEqual(callWarnings(withModels({ stt_config: { provider: 'unknown' } }), null, catalogue, null), none);
  });

  it('name providers without credentials, fallbacks and the carrier included, each once', () => {
    const models = {
      stt_config: { provider: 'deepgram' },
      llm_config: { provider: 'script', fallback: { provider: 'groq' } },
    };
    assert.deepEqual(callWarnings(withModels(models), 'plivo', catalogue, english), {
      messages: ['DEEPGRAM', 'GROQ', 'PLIVO'].map(
        (name) => `No credentials are stored for ${name}: calls with it fail.`,
      ),
      needsCredentials: true,
    });
  });

  it('name speech providers that do not support the language, once that is known', () => {
    const hindi = { ...config, language: { primary: 'hi', secondary: [] } };
    const supported = { stt: new Set(['local']), tts: new Set<string>() };
    const { messages, needsCredentials } = callWarnings(hindi, null, catalogue, supported);
    assert.deepEqual(messages, ['LOCAL lists no model for Hindi. Choose another provider, or check its settings.']);
    assert.isFalse(needsCredentials);
    assert.deepEqual(callWarnings(hindi, null, catalogue, null).messages, []);
  });
});

describe('the first steps of an organisation', () => {
  const none = { agents: 0, calls: 0, documents: 0, numbers: 0, campaigns: 0, talkTo: null };

  it('lead to the talk page of an agent that a browser can call', () => {
    const talkPage = (counts: object) => stepsOf({ ...none, ...counts }).find(({ name }) => name === 'talk')?.page;
    assert.equal(talkPage({ agents: 1, talkTo: 'a1' }), '/agents/a1/talk');
    assert.equal(talkPage({ agents: 1 }), '/agents');
  });
});
