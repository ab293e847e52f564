import { assert } from 'chai';
import { network } from '../../adapters/lib/network.ts';
import { cohereReranker } from '../../adapters/reranker/cohere-compatible.ts';
import { refusalOf } from '../support/refusals.ts';
import { vendorServer } from './providers/vendor-server.ts';

const KEY = 'hush-1234567890';
const SIGNAL = new AbortController().signal;

async function rerankingServer(answer: unknown, apiKey: string | null = KEY) {
  const server = await vendorServer({
    http: (_request, response) => void response.writeHead(200).end(JSON.stringify(answer)),
  });
  const service = { url: `${server.url}/v2`, model: 'rerank-1', apiKey };
  return { server, reranker: cohereReranker(service, network({ allowPrivate: true })) };
}

const RESULTS = {
  results: [
    { index: 2, relevance_score: 0.9 },
    { index: 0, relevance_score: -1.5, document: { text: 'a' } },
    { index: 1, relevance_score: 0 },
  ],
};

describe('a reranking service', () => {
  it('is asked once for the relevance of every text, with the key', async () => {
    const { server, reranker } = await rerankingServer(RESULTS);
    assert.deepEqual(await reranker.relevance('question', ['a', 'b', 'c'], SIGNAL), [-1.5, 0, 0.9]);
    const [request] = server.received;
    assert.equal(request!.url.pathname, '/v2/rerank');
    assert.equal(request!.headers.authorization, `Bearer ${KEY}`);
    assert.deepEqual(JSON.parse(request!.body.toString()), {
      model: 'rerank-1',
      query: 'question',
      documents: ['a', 'b', 'c'],
      top_n: 3,
    });
    assert.lengthOf(server.received, 1);
  });

  it('gets no key where there is none', async () => {
    const { server, reranker } = await rerankingServer(RESULTS, null);
    await reranker.relevance('question', ['a', 'b', 'c'], SIGNAL);
    assert.notProperty(server.received[0]!.headers, 'authorization');
  });

  it('is refused when its answer lacks a text or is none', async () => {
    const wrong = [RESULTS, {}, { results: {} }, { results: [null, { index: 0, relevance_score: '1' }] }, 'no', null];
    for (const answer of wrong) {
      const { reranker } = await rerankingServer(answer);
      const { problem, message } = await refusalOf(reranker.relevance('question', ['a', 'b', 'c', 'd'], SIGNAL));
      assert.deepEqual(
        [problem, message],
        ['rejected', 'The reranking service did not answer with the relevance of every text'],
      );
    }
  });

  for (const [status, problem] of [
    [503, 'unavailable'],
    [429, 'unavailable'],
    [400, 'rejected'],
    [401, 'rejected'],
  ] as const)
    it(`is ${problem} after ${status}, in words without the key`, async () => {
      const { server, reranker } = await rerankingServer(RESULTS);
      server.refusals.push(status);
      const refusal = await refusalOf(reranker.relevance('question', ['a'], SIGNAL));
      assert.equal(refusal.problem, problem);
      assert.notInclude(refusal.message, KEY);
      assert.lengthOf(server.received, 1);
    });

  it('is unavailable when nothing listens', async () => {
    const service = { url: 'http://127.0.0.1:1/v2', model: 'm', apiKey: null };
    const reranker = cohereReranker(service, network({ allowPrivate: true }));
    assert.equal((await refusalOf(reranker.relevance('q', ['a', 'b'], SIGNAL))).problem, 'unavailable');
  });
});
