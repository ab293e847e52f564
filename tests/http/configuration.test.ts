import { assert } from 'chai';
import { openWorld, type World } from '../support/world.ts';

interface Setting {
  readonly fields: Record<string, { secret?: boolean; input_mode?: string; examples?: unknown[] }>;
  readonly [name: string]: unknown;
}

describe('the configuration catalogue over HTTP', () => {
  let world: World;
  let token: string;
  before(async () => {
    world = await openWorld();
    ({ token } = await world.signUp());
  });
  after(() => world.close());

  const ask = (path: string) => world.ask('GET', `/api/v1${path}`, { token });
  const read = async (path: string) => (await ask(`/configuration/${path}`)).body as Setting;

  it('lists languages by id', async () => {
    const { status, body } = await ask('/languages');
    assert.equal(status, 200);
    assert.deepInclude((body as { languages: object }).languages, { en: 'English', hi: 'Hindi' });
  });

  it('lists the providers of each kind by id, the default one first', async () => {
    assert.deepInclude((await ask('/configuration/stt')).body, {
      local: { provider: 'local', name: 'Local speech recognition', provider_type: 'local', authenticated: true },
      ear: { provider: 'ear', name: 'Ear', provider_type: 'cloud', authenticated: false },
    });
    for (const [kind, first] of [
      ['stt', 'deepgram'],
      ['tts', 'elevenlabs'],
      ['llm', 'openai'],
    ] as const)
      assert.equal(Object.keys(await read(kind))[0], first);
    assert.deepEqual((await ask('/configuration/telephony')).body, {});
  });

  it('lists what takes all of some languages', async () => {
    const list = async (query: string) => Object.keys(await read(`stt?languages=${query}`)).toSorted();
    assert.includeMembers(await list('en'), ['deepgram', 'ear', 'local']);
    assert.includeMembers(await list('hi,en'), ['deepgram', 'ear']);
    assert.notInclude(await list('hi,en'), 'local');
    assert.deepEqual(await list('hi%2Cen'), await list('hi,en'));
    assert.notInclude(await list('fr'), 'ear');
    assert.deepEqual(await list('brx'), []);
    assert.include(Object.keys(await read('tts?languages=en-US')), 'local');
  });

  it('shows the settings of a provider, its secrets by name only', async () => {
    const setting = await read('llm/setting/brain');
    assert.deepInclude(setting, {
      provider: 'brain',
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
      const { fields, capabilities } = await read(`stt/setting/ear${query}`);
      assert.deepEqual(Object.keys(capabilities as object), fields['model']?.examples);
      return fields['model']?.examples;
    };
    assert.deepEqual(await models(''), ['wide', 'narrow']);
    assert.deepEqual(await models('?languages=en,hi'), ['wide']);
    assert.deepEqual(await models('?languages=fr'), []);
  });

  it('shows the settings of every registered provider as the contract promises', async () => {
    for (const kind of ['stt', 'tts', 'llm'])
      for (const provider of Object.keys(await read(kind)))
        assert.equal((await ask(`/configuration/${kind}/setting/${provider}`)).status, 200, `${kind} ${provider}`);
  });

  it('answers 404 to an unknown provider and 400 to an unknown language', async () => {
    for (const path of ['stt/setting/nobody', 'tts/setting/ear', 'llm/setting/local', 'telephony/setting/plivo'])
      assert.deepInclude(await ask(`/configuration/${path}`), { status: 404, detail: 'Provider not found' });
    for (const path of ['stt', 'tts', 'stt/setting/ear', 'tts/setting/local'])
      for (const query of ['xx', 'en,', 'en,en-XX', ''])
        assert.equal((await ask(`/configuration/${path}?languages=${query}`)).status, 400, `${path} ${query}`);
    const twice = await ask('/configuration/stt?languages=en&languages=hi');
    assert.equal(twice.status, 400);
  });

  it('takes no languages where none are spoken', async () => {
    assert.equal((await ask('/configuration/llm?languages=xx')).status, 200);
    assert.equal((await ask('/configuration/llm/setting/brain?languages=xx')).status, 200);
  });
});
