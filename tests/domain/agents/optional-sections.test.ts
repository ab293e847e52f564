import { assert } from 'chai';
import { parseAgentConfig } from '../../../domain/agents/config.ts';
import { inLanguage } from '../../../domain/agents/call-languages.ts';
import { testConfig, testProviders } from '../../support/providers.ts';
import { known, least, reasons, refusal } from './known-providers.ts';

const parse = (input: unknown) => parseAgentConfig(input, known);

const pronouncing = (entry: object) => ({ ...least(), speech: { pronunciations: [entry] } });

const waiting = (changes: object, mode = 'timer') => ({
  ...least(),
  endpointing: { mode, waits: [{ language: 'en', look: 'digits', wait_ms: 1_000, ...changes }] },
});

const speaking = (changes: object) => ({
  ...least(),
  languages: { switch_by: 'tool', others: [{ language: 'de', ...changes }] },
});

describe('the optional sections of an agent configuration', () => {
  it('are stored only when they are given', () => {
    const speech = {
      pronunciations: [{ term: ' nginx ', say_as: 'engine ex', phonemes: null, language: 'en' }],
    };
    assert.deepEqual(parse({ ...least(), speech }).speech, {
      pronunciations: [{ term: 'nginx', say_as: 'engine ex', language: 'en' }],
    });
    assert.deepEqual(parse({ ...least(), speech: {} }).speech, { pronunciations: [] });
    const written = { pronunciations: [], normalisation: 'on' as const };
    assert.deepEqual(parse({ ...least(), speech: { normalisation: 'on' } }).speech, written);
    const room = { sound: 'room', level_db: -45 } as const;
    assert.deepEqual(parse({ ...least(), speech: { ambient_sound: { sound: 'room' } } }).speech, {
      pronunciations: [],
      ambient_sound: room,
    });
    const wait = { language: ' en ', look: 'digits', wait_ms: 1_200 };
    assert.deepEqual(parse({ ...least(), endpointing: { waits: [wait] } }).endpointing, {
      mode: 'auto',
      max_wait_ms: 3_000,
      waits: [{ language: 'en', look: 'digits', wait_ms: 1_200 }],
    });
    assert.deepEqual(parse({ ...least(), caller_audio: { noise_suppression: 'rnnoise' } }).caller_audio, {
      noise_suppression: 'rnnoise',
      voice_activity: 'webrtc',
    });
    const absent = { speech: null, endpointing: null, caller_audio: null };
    assert.doesNotHaveAnyKeys(parse({ ...least(), ...absent }), Object.keys(absent));
  });

  it('hold a language whose voice is given, or that the agent’s own voice speaks', () => {
    const config = (more: object) => ({
      ...testConfig(),
      language: { primary: 'en' },
      languages: { switch_by: 'detection', others: [{ language: 'es', prompt: null, ...more }] },
    });
    const providers = testProviders();
    assert.deepEqual(
      reasons(() => parseAgentConfig(config({}), providers)),
      ["languages.others[0].tts_config is required: the agent's voice does not speak es"],
    );
    const voice = { tts_config: { provider: 'deepgram', language: 'es' } };
    assert.deepInclude(parseAgentConfig(config(voice), providers).languages?.others[0], {
      ...{ language: 'es', prompt: '', ...voice },
    });
    const deepgram = {
      ...testConfig(),
      models: { ...parseAgentConfig(testConfig(), providers).models, tts_config: { provider: 'deepgram' } },
    };
    const { languages, models } = parseAgentConfig({ ...config({}), models: deepgram.models }, providers);
    assert.deepEqual(languages?.others, [{ language: 'es', prompt: '' }]);
    assert.deepInclude(inLanguage(models.tts_config, 'es', providers), { provider: 'deepgram', language: 'es' });
  });

  it('do not change that the sections of the specification drop unknown fields', () => {
    const { prompts, models, language } = least();
    const extra = { prompts: { ...prompts, mood: 'kind' }, language: { ...language, dialect: 'x' }, colour: 'red' };
    assert.deepEqual(parse({ models, ...extra }), parse(least()));
  });

  const wrong: readonly [string, unknown, string][] = [
    [
      'a misspelt field of speech',
      { ...least(), speech: { pronounciations: [] } },
      'speech.pronounciations is unknown: did you mean pronunciations?',
    ],
    [
      'a misspelt field of a pronunciation',
      pronouncing({ term: 'a', say_as: 'b', phoneme: 'b' }),
      'speech.pronunciations[0].phoneme is unknown: did you mean phonemes?',
    ],
    [
      'an unknown noise suppressor',
      { ...least(), caller_audio: { noise_suppression: 'strong' } },
      'caller_audio.noise_suppression must be one of none, rnnoise',
    ],
    [
      'a misspelt field of caller audio',
      { ...least(), caller_audio: { voice_activty: 'webrtc' } },
      'caller_audio.voice_activty is unknown: did you mean voice_activity?',
    ],
    [
      'an unknown field of endpointing',
      { ...least(), endpointing: { patience: 'high' } },
      'endpointing.patience is unknown: use one of mode, max_wait_ms, waits',
    ],
    [
      'a misspelt field of a wait',
      waiting({ looks: 'open' }),
      'endpointing.waits[0].looks is unknown: did you mean look?',
    ],
    [
      'a misspelt field of languages',
      { ...least(), languages: { switch_by: 'tool', switchBy: 'tool', others: [] } },
      'languages.switchBy is unknown: did you mean switch_by?',
    ],
    [
      'a misspelt field of a language',
      speaking({ tts: { provider: 'test_tts' } }),
      'languages.others[0].tts is unknown: did you mean tts_config?',
    ],
    ['a misspelt section', { ...least(), tool: [] }, 'tool is unknown: did you mean tools?'],
    ['a pronunciation without term', pronouncing({ say_as: 'a' }), 'speech.pronunciations[0].term is required'],
    ['languages without a way to switch', { ...least(), languages: { others: [] } }, 'languages.switch_by is required'],
    ['the primary language again', speaking({ language: 'en' }), 'languages.others[0].language is in use already'],
    [
      'an unknown voice of another language',
      speaking({ tts_config: { provider: 'no_vendor' } }),
      'languages.others[0].tts_config.provider must be a registered tts provider: GET /configuration/tts lists them',
    ],
    [
      'a secret in the voice of another language',
      speaking({ tts_config: { provider: 'test_tts', api_key: 'k' } }),
      'languages.others[0].tts_config must not include secret/auth fields: api_key',
    ],
    [
      'ambient sound without a sound',
      { ...least(), speech: { ambient_sound: { level_db: -40 } } },
      'speech.ambient_sound.sound is required',
    ],
    [
      'ambient sound that is too loud',
      { ...least(), speech: { ambient_sound: { sound: 'room', level_db: -29 } } },
      'speech.ambient_sound.level_db must be an integer from -70 to -30',
    ],
    ['an unknown way to end turns', waiting({}, 'never'), 'endpointing.mode must be one of auto, timer, vendor'],
    [
      'an unknown look',
      waiting({ look: 'odd' }),
      'endpointing.waits[0].look must be one of complete, open, incomplete, digits, filler',
    ],
    [
      'a wait that is too long',
      waiting({ wait_ms: 5_001 }),
      'endpointing.waits[0].wait_ms must be an integer from 0 to 5000',
    ],
    [
      'a wait twice',
      {
        ...least(),
        endpointing: { waits: [0, 1, 2].map((n) => ({ language: 'en', look: 'digits', wait_ms: n })).slice(1) },
      },
      'endpointing.waits[1] must not repeat the language and look of endpointing.waits[0]',
    ],
    ['a wait without language', waiting({ language: null }), 'endpointing.waits[0].language is required'],
    [
      'a wait for the vendor that is too short',
      { ...least(), endpointing: { max_wait_ms: 299 } },
      'endpointing.max_wait_ms must be an integer from 300 to 10000',
    ],
    [
      'a pronunciation of punctuation',
      pronouncing({ term: '?', say_as: 'a' }),
      'speech.pronunciations[0].term must contain a letter or a digit',
    ],
    [
      'phonemes with markup',
      pronouncing({ term: 'a', say_as: 'b', phonemes: '<b>' }),
      'speech.pronunciations[0].phonemes must be in IPA, for example ˈɛndʒɪnˈɛks',
    ],
    [
      'a pronunciation in an unknown language',
      pronouncing({ term: 'a', say_as: 'b', language: 'klingon' }),
      'speech.pronunciations[0].language must be a known language id, for example en or hi',
    ],
    [
      'too many pronunciations',
      { ...least(), speech: { pronunciations: Array.from({ length: 501 }, () => ({ term: 'a', say_as: 'b' })) } },
      'speech.pronunciations must have at most 500 items',
    ],
    [
      'a term that is too long',
      pronouncing({ term: 'a'.repeat(101), say_as: 'b' }),
      'speech.pronunciations[0].term must have at most 100 characters',
    ],
  ];
  for (const [what, input, message] of wrong)
    it(`reject ${what}: ${message}`, () =>
      assert.equal(
        refusal(() => parse(input)),
        message,
      ));
});
