import { assert } from 'chai';
import { registered } from '../../adapters/providers/registered-providers.ts';
import { throughGateway } from '../../adapters/providers/openai-compatible/through-gateway.ts';
import { network } from '../../adapters/lib/network.ts';
import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import { providerSetting } from '../../domain/providers/catalogue.ts';
import { modelServer } from './model-server.ts';

const open = network({ allowPrivate: true });
const closed = network({ allowPrivate: false });
const ID = 'openai_compatible';
const QUESTION = { messages: [{ role: 'user', content: 'hi' }], tools: [] } as never;

const providers = (baseUrl = 'http://gateway.example/v1', apiKey: string | null = 'gateway-key') => {
  const through = throughGateway(registered, { baseUrl, apiKey, network: open });
  const find = <P extends { readonly declaration: { readonly provider: string } }>(all: readonly P[]): P =>
    all.find(({ declaration }) => declaration.provider === ID) ?? assert.fail('is not registered');
  return { through, stt: find(through.stt), tts: find(through.tts), llm: find(through.llm) };
};

async function firstOf<T>(all: AsyncIterable<T>): Promise<T | null> {
  for await (const one of all) return one;
  return null;
}

describe('OpenAI-compatible providers behind a gateway', () => {
  it('need neither an address nor a model, and store none', () => {
    const { stt, tts, llm } = providers();
    assert.deepEqual(stt.parseSettings({ language: 'en', base_url: null }), { language: 'en' });
    assert.deepEqual(llm.parseSettings({ model: 'qwen3:8b' }), { model: 'qwen3:8b' });
    assert.deepEqual(tts.parseSettings({ voice: 'af_heart', model: 'kokoro' }), { voice: 'af_heart', model: 'kokoro' });
    assert.throws(() => tts.parseSettings({}), /voice is required/);
    for (const { declaration } of [stt, llm]) assert.isEmpty(declaration.required);
    assert.deepEqual(tts.declaration.required, ['voice']);
  });

  it('keeps direct connections for a configured server', () => {
    const { llm } = providers();
    const own = { base_url: 'https://models.example.com/v1', model: 'm' };
    assert.deepEqual(llm.parseSettings(own), own);
    assert.throws(() => llm.parseSettings({ base_url: own.base_url }), /model is required/);
    assert.throws(() => llm.parseSettings({ base_url: 'ftp://x', model: 'm' }), /base_url/);
    assert.throws(() => llm.parseSettings({ api_key: 'x' }), /api_key is not a setting/);
  });

  it('do not change other providers', () => {
    const { through } = providers();
    assert.deepEqual(
      through.llm.filter(({ declaration }) => declaration.provider !== ID),
      registered.llm.filter(({ declaration }) => declaration.provider !== ID),
    );
    assert.equal(through.telephony, registered.telephony);
  });

  it('shows the gateway in the catalogue', () => {
    const text = JSON.stringify(providerSetting(providers().llm.declaration, [], true));
    assert.include(text, 'The model gateway of this platform when it is left out.');
    assert.notInclude(text, 'gateway.example');
  });

  it('send the gateway its own key only', async () => {
    const server = await modelServer();
    const { llm } = providers(`${server.url}/v1`);
    const model = await llm.open({ api_key: 'the organisation’s own', base_url: null }, closed);
    for await (const _ of model.generate(QUESTION, new AbortController().signal));
    const [request] = server.received;
    assert.equal(request?.headers.authorization, 'Bearer gateway-key');
    assert.equal((JSON.parse(request?.body.toString() ?? '') as { model: string }).model, 'default');
    const unlocked = await providers(`${server.url}/v1`, null).llm.open({ api_key: 'own' }, closed);
    for await (const _ of unlocked.generate(QUESTION, new AbortController().signal));
    assert.isUndefined(server.received[1]?.headers.authorization);
  });

  it('send a configured server its own key, over the network of users', async () => {
    const server = await modelServer();
    const { llm } = providers();
    const named = { base_url: `${server.url}/v1`, model: 'm', api_key: 'own' };
    const model = await llm.open(named, open);
    for await (const _ of model.generate(QUESTION, new AbortController().signal));
    assert.equal(server.received[0]?.headers.authorization, 'Bearer own');
    const forbidden = await llm.open(named, closed);
    const failure = await firstOf(forbidden.generate(QUESTION, new AbortController().signal)).catch(
      (error: unknown) => error,
    );
    assert.instanceOf(failure, VendorFailure);
    assert.lengthOf(server.received, 1);
  });
});
