import type { IncomingMessage, RequestListener } from 'node:http';
import { assert } from 'chai';
import type { ListedVectors } from '../../adapters/lib/listed-stores.ts';
import { chromaVectors } from '../../adapters/vectors/chroma.ts';
import type { EmbeddedChunk } from '../../application/ports/vectors.ts';
import { deleteOrganisations } from '../support/chroma.ts';
import { refusalOf } from '../support/refusals.ts';
import { describeServed } from '../support/servers.ts';
import { atEndOfTest } from '../support/temporary.ts';
import { localServer } from '../support/local-server.ts';

const CHUNK: EmbeddedChunk = {
  chunk_id: 'a',
  document_id: 'd',
  source_filename: 'd.pdf',
  page: null,
  heading: null,
  text: 'a',
  embedding_model: 'm',
  vector: Float32Array.of(1, 0),
};
const QUESTION = { vector: Float32Array.of(1, 0), embeddingModel: 'm', documentIds: null, topK: 5 };

/** Everything that can be asked of a store. */
const questions: readonly ((vectors: ListedVectors) => Promise<unknown>)[] = [
  (vectors) => vectors.upsert('org', [CHUNK]),
  (vectors) => vectors.query('org', QUESTION),
  (vectors) => vectors.count('org', 'd'),
  (vectors) => vectors.remove('org', 'd'),
  (vectors) => vectors.documents()[Symbol.asyncIterator]().next(),
];

async function scripted(answer: RequestListener): Promise<{ url: string; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const { host: url } = await localServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  return { url, requests };
}

async function assertRefused(work: Promise<unknown>, problem: string): Promise<void> {
  const refusal = await refusalOf(work);
  assert.equal(refusal.problem, problem);
  assert.notMatch(refusal.message, /127\.0\.0\.1|hush/);
  assert.instanceOf(refusal.cause, Error);
}

describe('vectors: chroma, when the server fails', () => {
  it('is unavailable when the server is down', async () => {
    for (const ask of questions) await assertRefused(ask(chromaVectors('http://127.0.0.1:1')), 'unavailable');
  });

  it('is unavailable when the server takes requests and never answers', async () => {
    const { url } = await scripted(() => undefined);
    for (const ask of questions) await assertRefused(ask(chromaVectors(`http://${url}`, 50)), 'unavailable');
  });

  it('is unavailable when the server is in trouble', async () => {
    const { url } = await scripted((_, response) => void response.writeHead(503).end('{}'));
    for (const ask of questions) await assertRefused(ask(chromaVectors(`http://${url}`)), 'unavailable');
  });

  it("sends the URL's user and password to the server only", async () => {
    const { url, requests } = await scripted((_, response) => void response.writeHead(401).end('{}'));
    await assertRefused(chromaVectors(`http://user:hush%21@${url}`).query('org', QUESTION), 'unavailable');
    assert.equal(requests[0]!.headers.authorization, `Basic ${Buffer.from('user:hush!').toString('base64')}`);
  });
});

describeServed('vectors: chroma, on a real server', 'vectors', (url) => {
  it('recovers when another process removes collections', async () => {
    const org = crypto.randomUUID();
    const vectors = chromaVectors(url());
    await vectors.upsert(org, [CHUNK]);
    const remove = (): Promise<void> => deleteOrganisations(url(), (each) => each === org);
    atEndOfTest(remove);
    await remove();
    assert.isEmpty(await vectors.query(org, QUESTION));
    await vectors.upsert(org, [CHUNK]);
    await remove();
    await vectors.upsert(org, [CHUNK]);
    assert.lengthOf(await vectors.query(org, QUESTION), 1);
  });
});
