import { assert } from 'chai';
import { LANGUAGES } from '../../domain/providers/languages.ts';
import { openWorld, type World } from '../support/world.ts';

interface Setting {
  readonly secrets: string[];
  readonly fields: Record<
    string,
    { secret?: boolean; input_mode?: string; examples?: unknown[]; model_options?: object; language_codes?: object }
  >;
  readonly capabilities?: Record<string, { languages?: object; settings?: Record<string, object> }>;
  readonly [name: string]: unknown;
}

describe('the configuration catalogue over HTTP', () => {
  let world: World;
  let token: string;
  before(async () => {
    world = await openWorld();
    ({ token } = await world.signUp());
  });

  const ask = (path: string) => world.ask('GET', `/api/v1${path}`, { token });
  const read = async (path: string) => (await ask(`/configuration/${path}`)).body as Setting;

  it('lists languages by id', async () => {
    const { status, body } = await ask('/languages');
    assert.equal(status, 200);
    assert.deepInclude((body as { languages: object }).languages, { en: 'English', hi: 'Hindi' });
  });

  it('lists languages to a user without an organisation and requires a token', async () => {
    const homeless = world.ports.tokens.issue({ email: 'ann@example.org', org_id: null, role: 'member' });
    assert.equal((await world.ask('GET', '/api/v1/languages', { token: homeless })).status, 200);
    assert.equal((await world.ask('GET', '/api/v1/languages')).status, 401);
  });

  it('lists the providers of each kind by id, the built-in ones first, then the default one', async () => {
    assert.deepInclude((await ask('/configuration/stt')).body, {
      local: { provider: 'local', name: 'Local speech recognition', provider_type: 'local', authenticated: true },
      test_stt: { provider: 'test_stt', name: 'Test STT', provider_type: 'cloud', authenticated: false },
    });
    for (const [kind, ...first] of [
      ['stt', 'local', 'deepgram'],
      ['tts', 'local', 'elevenlabs'],
      ['llm', 'script', 'openai'],
    ] as const)
      assert.deepEqual(Object.keys(await read(kind)).slice(0, 2), first);
    assert.deepInclude((await ask('/configuration/telephony')).body, {
      plivo: { provider: 'plivo', name: 'Plivo', provider_type: 'cloud', authenticated: false },
      vobiz: { provider: 'vobiz', name: 'Vobiz', provider_type: 'cloud', authenticated: false },
    });
  });

  it('lists what takes all of some languages', async () => {
    const list = async (query: string) => Object.keys(await read(`stt?languages=${query}`)).toSorted();
    assert.includeMembers(await list('en'), ['deepgram', 'test_stt', 'local']);
    assert.includeMembers(await list('hi,en'), ['deepgram', 'test_stt']);
    assert.notInclude(await list('hi,en'), 'local');
    assert.deepEqual(await list('hi%2Cen'), await list('hi,en'));
    assert.notInclude(await list('fr'), 'test_stt');
    assert.deepEqual(await list('brx'), ['bhashini', 'sarvam']);
    assert.deepEqual(await list('brx,fr'), []);
    assert.include(Object.keys(await read('tts?languages=en-US')), 'local');
  });

  it('counts credentials only where they are stored, also those that a server of the user needs not ask for', async () => {
    for (const [kind, provider] of [
      ['stt', 'openai_compatible'],
      ['tts', 'openai_compatible'],
      ['llm', 'openai_compatible'],
      ['llm', 'ollama'],
    ] as const)
      assert.deepInclude((await read(kind))[provider] as object, { authenticated: false }, `${kind} ${provider}`);
  });

  it('offers models for the deployments of azure_openai, and takes any other name', async () => {
    const { model } = (await read('llm/setting/azure_openai')).fields;
    assert.isTrue(model?.examples?.includes('gpt-6-luna'));
    assert.equal(model?.input_mode, 'both');
  });

  it('takes all its languages as a filter at once', async () => {
    const all = Object.keys(LANGUAGES).join(',');
    assert.deepEqual((await ask(`/configuration/stt?languages=${all}`)).body, {});
    assert.deepEqual((await read(`stt/setting/deepgram?languages=${all}`)).capabilities, {});
  });

  it('shows the settings of a provider, its secrets by name only', async () => {
    const setting = await read('llm/setting/test_llm');
    assert.deepInclude(setting, {
      provider: 'test_llm',
      secrets: ['api_key'],
      required: ['api_key'],
      authenticated: false,
    });
    assert.isTrue(setting.fields['api_key']?.secret);
    assert.notProperty(setting.fields['api_key'], 'input_mode');
    assert.equal(setting.fields['temperature']?.input_mode, 'input');
    assert.notProperty(setting, 'capabilities');
  });

  it('narrows models and capabilities to the languages that are asked for', async () => {
    const models = async (query: string) => {
      const { fields, capabilities } = await read(`stt/setting/test_stt${query}`);
      assert.deepEqual(Object.keys(capabilities as object), fields['model']?.examples);
      return fields['model']?.examples;
    };
    assert.deepEqual(await models(''), ['wide', 'narrow']);
    assert.deepEqual(await models('?languages=en,hi'), ['wide']);
    assert.deepEqual(await models('?languages=fr'), []);
  });

  /** The settings of every registered provider. */
  const everySetting = async () => {
    const found: { kind: string; path: string; setting: Setting }[] = [];
    for (const kind of ['stt', 'tts', 'llm', 'telephony'])
      for (const provider of Object.keys(await read(kind))) {
        const path = `${kind}/setting/${provider}`;
        const answer = await ask(`/configuration/${path}`);
        assert.equal(answer.status, 200, path);
        found.push({ kind, path, setting: answer.body as Setting });
      }
    return found;
  };

  it('asks for every field of every registered provider by the rules of the input modes', async () => {
    for (const { path, setting } of await everySetting()) {
      assert.doesNotHaveAnyKeys(setting.fields, ['kind', 'provider', 'name'], path);
      const secrets = Object.entries(setting.fields).filter(([, { secret }]) => secret);
      assert.sameMembers(
        secrets.map(([name]) => name),
        setting.secrets,
        path,
      );
      for (const [name, field] of Object.entries(setting.fields)) {
        const offers = field.examples !== undefined || field.model_options !== undefined;
        const modes = field.secret ? [undefined] : offers ? ['options', 'both'] : ['input'];
        assert.include(modes, field.input_mode, `${path} ${name}`);
      }
    }
  });

  it('tells what every model of every speech provider can do, in canonical ids and without secrets', async () => {
    for (const { kind, path, setting } of await everySetting()) {
      const { capabilities = {}, fields, secrets } = setting;
      assert.equal('capabilities' in setting, kind === 'stt' || kind === 'tts', path);
      if ('capabilities' in setting) assert.deepEqual(fields['model']?.examples ?? [], Object.keys(capabilities), path);
      const models = Object.values(capabilities);
      const ids = models.flatMap(({ languages = {}, settings = {} }) => [languages, settings].flatMap(Object.keys));
      const known = new Set(Object.keys(LANGUAGES));
      assert.isTrue(
        [...ids, ...Object.keys(fields['language']?.language_codes ?? {})].every((id) => known.has(id)),
        path,
      );
      const settings = models.flatMap((model) => Object.values(model.settings ?? {})).flatMap(Object.keys);
      assert.isFalse(
        settings.some((name) => secrets.includes(name)),
        path,
      );
    }
  });

  it('lists a speech provider for languages exactly when its setting keeps a model for them', async () => {
    for (const { kind, path } of await everySetting()) {
      if (kind !== 'stt' && kind !== 'tts') continue;
      for (const languages of ['en', 'en-US,hi', 'multi', 'brx', 'de,fr,ja', 'es-419,en'])
        assert.equal(
          Object.hasOwn(await read(`${kind}?languages=${languages}`), path.split('/')[2]!),
          Object.keys((await read(`${path}?languages=${languages}`)).capabilities ?? {}).length > 0,
          `${path} ${languages}`,
        );
    }
  });

  it('keeps nothing where no model takes the languages', async () => {
    const { capabilities, fields } = await read('stt/setting/test_stt?languages=brx');
    assert.deepEqual([capabilities, fields['model']?.examples], [{}, []]);
  });

  it('answers 404 to an unknown provider and 400 to an unknown language', async () => {
    for (const path of [
      'stt/setting/no_vendor',
      'tts/setting/test_stt',
      'llm/setting/local',
      'telephony/setting/openai',
    ]) {
      const [kind = '', , provider = ''] = path.split('/');
      const detail = `Provider ${provider} not found: GET /configuration/${kind} lists all there are`;
      assert.deepInclude(await ask(`/configuration/${path}`), { status: 404, detail });
    }
    for (const path of ['stt', 'tts', 'stt/setting/test_stt', 'tts/setting/local'])
      for (const query of ['xx', 'en,', 'en,en-XX', ''])
        assert.equal((await ask(`/configuration/${path}?languages=${query}`)).status, 400, `${path} ${query}`);
    const twice = await ask('/configuration/stt?languages=en&languages=hi');
    assert.equal(twice.status, 400);
  });

  it('takes no languages where none are spoken', async () => {
    assert.equal((await ask('/configuration/llm?languages=xx')).status, 200);
    assert.equal((await ask('/configuration/llm/setting/test_llm?languages=xx')).status, 200);
  });
});
