import { assert } from 'chai';
import { ollamaLlm } from '../../../adapters/providers/ollama/llm.ts';
import { chunksOf, wordsOf } from '../../contracts/language-model.contract.ts';
import { chatCompletions as wire } from './chat-dialects.ts';
import { vendorServer, type VendorRequest } from './vendor-server.ts';
import { anywhere } from './vendor-stands.ts';
import { eventually } from '../../support/eventually.ts';

const QUESTION = { messages: [{ role: 'user', content: 'Hello' }] as const, tools: [] };
const LOADED = '{"model":"qwen3","response":"","done":true,"done_reason":"load"}';

/** An Ollama server that loads a model until the test finishes it, and stops loading when the request is cancelled. */
async function loading() {
  let isLoaded = false;
  const waiting: (() => void)[] = [];
  const isLoad = ({ url }: VendorRequest): boolean => url.pathname === '/api/generate';
  const server = await vendorServer({
    http(request, response) {
      const answer = (): void => {
        if (isLoad(request)) return void response.end(LOADED);
        response.end(`${wire.opening}${wire.words('Hi')}${wire.closing({ text: 'Hi', calls: [] })}`);
      };
      if (isLoaded) answer();
      else waiting.push(answer);
    },
  });
  const open = (settings: object = {}) =>
    ollamaLlm.open({ base_url: `${server.url}/v1`, model: 'qwen3', ...settings }, anywhere());
  const loads = (): VendorRequest[] => server.received.filter(isLoad);
  const done = (): void => {
    isLoaded = true;
    for (const answer of waiting.splice(0)) answer();
  };
  return { server, open, loads, done };
}

const never = (): AbortSignal => new AbortController().signal;

describe('a model that Ollama has yet to load', () => {
  it('is asked for when a call begins, as Ollama loads one without a prompt', async () => {
    const { server, open, loads, done } = await loading();
    await open({ api_key: 'k' });
    await server.requests(1);
    const [{ method, headers, body }] = loads() as [VendorRequest];
    assert.equal(method, 'POST');
    assert.equal(headers.authorization, 'Bearer k');
    assert.deepEqual(JSON.parse(body.toString()), { model: 'qwen3', prompt: '', stream: false });
    done();
  });

  it('continues loading after its first generation was cancelled and the call ended, and answers the next', async () => {
    const { server, open, loads, done } = await loading();
    const model = await open();
    const stop = new AbortController();
    const first = chunksOf(model.generate(QUESTION, stop.signal));
    await server.requests(2);
    stop.abort();
    assert.isEmpty(await first);
    model.close();
    await eventually(() => server.hangUps === 1, 'the end of the turn’s own connection');
    const next = await open();
    const second = chunksOf(next.generate(QUESTION, never()));
    await server.requests(3);
    assert.lengthOf(loads(), 1);
    done();
    assert.equal(wordsOf(await second), 'Hi');
    assert.equal(server.hangUps, 1);
  });

  it('is loaded anew for a later call, when the last loading is over', async () => {
    const { open, loads, done } = await loading();
    done();
    for (let call = 1; call <= 2; call += 1) {
      // The loading before may still be about to end.
      const model = await eventually(async () => {
        const opened = await open();
        return loads().length >= call ? opened : null;
      }, `loading ${call}`);
      assert.equal(wordsOf(await chunksOf(model.generate(QUESTION, never()))), 'Hi');
    }
  });

  it('may fail to load without a word: the turn tells', async () => {
    const server = await vendorServer({ http: (_, response) => void response.writeHead(404).end() });
    const model = await ollamaLlm.open({ base_url: `${server.url}/v1`, model: 'gone' }, anywhere());
    await server.requests(1);
    const failure: unknown = await chunksOf(model.generate(QUESTION, never())).catch((error: unknown) => error);
    assert.equal((failure as Error).message, 'ollama answered 404: it does not know the model or the URL');
  });
});
