import { assert } from 'chai';
import { network } from '../../adapters/lib/network.ts';
import { hostedEmbedder } from '../../adapters/embedder/hosted.ts';
import { embeddingServer, KEY, requestIn } from './embedding-server.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { refusalOf } from '../support/refusals.ts';
import { eventually } from '../support/eventually.ts';

const answering = (data: unknown) =>
  embeddingServer({ answer: (_, response) => void response.writeHead(200).end(JSON.stringify({ data })) });

describe('an embedding service', () => {
  it('is asked for floats of the model, with the key, in batches', async () => {
    const { server, embedder } = await embeddingServer();
    await embedder.embed(
      Array.from({ length: 70 }, (_, at) => `text ${at}`),
      'passage',
    );
    const requests = server.received.map(requestIn);
    assert.deepEqual(
      requests.map(({ input }) => input.length),
      [32, 32, 6],
    );
    assert.deepInclude(requests[0], { model: 'hosted-1', encoding_format: 'float' });
    assert.equal(server.received[0]?.url.pathname, '/v1/embeddings');
    assert.equal(server.received[0]?.headers.authorization, `Bearer ${KEY}`);
  });

  it('is asked for questions and passages apart, in the words of Cohere, and may answer as its first version does', async () => {
    const received: unknown[] = [];
    const { server, embedder } = await embeddingServer({
      protocol: 'cohere',
      answer: (request, response) => {
        received.push(request);
        response.writeHead(200).end(JSON.stringify({ embeddings: [[1, 2]] }));
      },
    });
    assert.deepEqual(await embedder.embed(['a'], 'question'), [Float32Array.of(1, 2)]);
    await embedder.embed(['b'], 'passage');
    const expected = { model: 'hosted-1', embedding_types: ['float'] };
    assert.deepEqual(received, [
      { ...expected, texts: ['a'], input_type: 'search_query' },
      { ...expected, texts: ['b'], input_type: 'search_document' },
    ]);
    assert.equal(server.received[0]?.url.pathname, '/v1/embed');
    assert.equal(server.received[0]?.headers.authorization, `Bearer ${KEY}`);
  });

  for (const embeddings of [undefined, [], { float: [] }, { int8: [[1]] }, { float: [['x']] }, 'no'])
    it(`is rejected when it answers as Cohere with ${JSON.stringify(embeddings)}`, async () => {
      const { embedder } = await embeddingServer({
        protocol: 'cohere',
        answer: (_, response) => void response.writeHead(200).end(JSON.stringify({ embeddings })),
      });
      const { problem, message } = await refusalOf(embedder.embed(['a'], 'question'));
      assert.deepEqual(
        [problem, message],
        ['rejected', 'The embedding service did not answer with a vector for every text'],
      );
    });

  it('is asked without a key where there is none', async () => {
    const { server } = await embeddingServer();
    const ports = { clock: fakeClock(), network: network({ allowPrivate: true }) };
    await hostedEmbedder({ protocol: 'openai', url: `${server.url}/v1`, model: 'm', apiKey: null }, ports).embed(
      ['a'],
      'question',
    );
    assert.notProperty(server.received[0]?.headers, 'authorization');
  });

  for (const status of [408, 429, 500, 503])
    it(`is asked again after ${status}, and a document is worth more tries than a question`, async () => {
      for (const [as, tries] of [
        ['question', 2],
        ['passage', 4],
      ] as const) {
        const clock = fakeClock();
        const { server, embedder } = await embeddingServer({ clock });
        server.refusals.push(...Array.from({ length: tries - 1 }, () => status));
        const work = embedder.embed(['a'], as);
        for (let tried = 1; tried < tries; tried += 1) {
          await server.requests(tried);
          await eventually(() => clock.waiting > 0, 'a pause');
          const requested = server.received.length;
          while (server.received.length === requested) await clock.advanceAsync(100);
        }
        assert.lengthOf(await work, 1);
        assert.lengthOf(server.received, tries);
      }
    });

  it('is given up as unavailable after the last try, in words without the key', async () => {
    const { server, embedder } = await embeddingServer({
      answer: (_, response) => void response.writeHead(503).end(`{"error":{"message":"${KEY}","code":"overloaded"}}`),
    });
    const refusal = await refusalOf(embedder.embed(['a'], 'question'));
    assert.equal(refusal.problem, 'unavailable');
    assert.equal(refusal.message, 'The embedding service answered 503 (overloaded): it has a fault of its own');
    assert.lengthOf(server.received, 2);
    assert.notInclude(JSON.stringify(refusal, Object.getOwnPropertyNames(refusal)) + refusal.stack, KEY);
  });

  it('does not retry a refusal and reports its code only', async () => {
    const { server, embedder } = await embeddingServer({
      answer: (_, response) =>
        void response.writeHead(401).end(`{"error":{"message":"wrong key ${KEY}","code":"invalid_api_key"}}`),
    });
    const refusal = await refusalOf(embedder.embed(['a'], 'passage'));
    assert.equal(refusal.problem, 'rejected');
    assert.equal(refusal.message, 'The embedding service answered 401 (invalid_api_key): it refuses the key');
    assert.lengthOf(server.received, 1);
  });

  it('is unavailable when the server is down', async () => {
    const ports = { clock: fakeClock(), network: network({ allowPrivate: true }) };
    const embedder = hostedEmbedder(
      { protocol: 'openai', url: 'http://127.0.0.1:9/v1', model: 'm', apiKey: KEY },
      ports,
    );
    const refused = refusalOf(embedder.embed(['a'], 'question'));
    await eventually(() => ports.clock.waiting > 0, 'a pause');
    await ports.clock.advanceAsync(250);
    for (let turn = 0; turn < 50; turn += 1) await ports.clock.advanceAsync(0);
    assert.equal((await refused).problem, 'unavailable');
  });

  it('is waited for three seconds when it holds a question', async () => {
    const clock = fakeClock();
    const { server, embedder } = await embeddingServer({ clock, answer: () => undefined });
    const refused = refusalOf(embedder.embed(['a'], 'question'));
    for (const tried of [1, 2]) {
      await server.requests(tried);
      await clock.advanceAsync(3_000);
      await eventually(() => server.hangUps === tried, 'the request is ended');
      await clock.advanceAsync(250);
    }
    const { problem, message } = await refused;
    assert.deepEqual([problem, message], ['unavailable', 'The embedding service does not answer in time']);
  });

  const vector = (...embedding: unknown[]) => ({ embedding });
  for (const [what, data] of Object.entries<unknown>({
    nothing: undefined,
    'too few': [vector(1, 2)],
    'no numbers': [vector(1, 'x'), vector(1, 2)],
    'an empty vector': [vector(), vector(1, 2)],
    'a number of another text twice': [
      { index: 0, embedding: [1] },
      { index: 0, embedding: [1] },
    ],
    'vectors of different lengths': [vector(1, 2), vector(1, 2, 3)],
    'null for an item': [null, vector(1)],
  }))
    it(`is refused when it answers with ${what}`, async () => {
      const { embedder } = await answering(data);
      assert.equal((await refusalOf(embedder.embed(['a', 'b'], 'passage'))).problem, 'rejected');
    });

  it('is refused when its vectors change their length', async () => {
    let length = 2;
    const { embedder } = await embeddingServer({
      answer: (_, response) =>
        void response.writeHead(200).end(JSON.stringify({ data: [{ embedding: Array.from({ length }, () => 1) }] })),
    });
    assert.lengthOf((await embedder.embed(['a'], 'passage'))[0]!, 2);
    length = 3;
    const { problem, message } = await refusalOf(embedder.embed(['b'], 'question'));
    assert.equal(problem, 'rejected');
    assert.include(message, 'different lengths for hosted-1');
  });

  it('is taken at its order where it numbers nothing', async () => {
    const { embedder } = await answering([vector(1, 0), vector(0, 1)]);
    const vectors = await embedder.embed(['a', 'b'], 'passage');
    assert.deepEqual(
      vectors.map((each) => [...each]),
      [
        [1, 0],
        [0, 1],
      ],
    );
  });
});
