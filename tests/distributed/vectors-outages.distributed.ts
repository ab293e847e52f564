import { assert } from 'chai';
import { resolve } from '../../bootstrap/dependencies.ts';
import { newDocument, toReady } from '../../domain/knowledge/document.ts';
import { deleteOrganisations } from '../support/chroma.ts';
import { client, type Answer } from '../support/client.ts';
import { openPlatform } from '../support/platform.ts';
import { describeServed } from '../support/servers.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { atEndOfTest } from '../support/temporary.ts';
import { TEST_KEYS } from '../support/test-keys.ts';

/** No request may take longer, whatever the vector store does and however busy the machine is. */
const LONGEST_MS = 40_000;
const KEY = TEST_KEYS.INTERNAL_API_KEY;

describeServed('retrieval while Chroma is away', 'vectors', function (server) {
  /** A platform with one document that is ready, whose Chroma can be taken away. */
  async function opened() {
    const orgId = crypto.randomUUID();
    const proxy = await TcpProxy.before(server());
    const platform = await openPlatform({ services: ['api'], env: { VECTORS_URL: proxy.through(server()) } });
    atEndOfTest(async () => {
      await platform.close();
      proxy.cut();
      await deleteOrganisations(server(), (id) => id === orgId);
    });
    await keepDocument(platform.container, orgId);
    const { ask } = client(new URL(platform.apiBaseUrl).origin);
    async function retrieve(): Promise<Answer> {
      const startedAt = performance.now();
      const body = { org_id: orgId, question: 'when is it open' };
      const answer = await ask('POST', '/api/v1/rag/retrieve', { key: KEY, body });
      assert.isBelow(performance.now() - startedAt, LONGEST_MS);
      return answer;
    }
    return { proxy, retrieve };
  }

  for (const [how, go] of Object.entries({
    'is gone': (proxy: TcpProxy) => proxy.cut(),
    'answers nothing': (proxy: TcpProxy) => proxy.hang(),
  }))
    it(`answers 500 with the reason when it ${how}, and finds again when it is back`, async () => {
      const { proxy, retrieve } = await opened();
      assert.lengthOf(chunksOf(await retrieve()), 1);
      go(proxy);
      const { status, detail } = await retrieve();
      assert.equal(status, 500);
      assert.match(String(detail), /^Nothing could be retrieved: (The vector store does not answer|No answer within)/);
      await proxy.restore();
      assert.lengthOf(chunksOf(await retrieve()), 1);
    });
});

const chunksOf = ({ body, text }: Answer): readonly unknown[] => {
  assert.property(body, 'chunks', text);
  return (body as { chunks: unknown[] }).chunks;
};

async function keepDocument(container: Parameters<typeof resolve>[0], orgId: string): Promise<void> {
  const [knowledge, vectors, embedders] = await Promise.all([
    resolve(container, 'knowledge'),
    resolve(container, 'vectors'),
    resolve(container, 'embedders'),
  ]);
  const documentId = crypto.randomUUID();
  const named = { document_id: documentId, org_id: orgId, original_filename: 'hours.pdf', storage_key: null };
  const { model } = embedders.current;
  const text = 'It is open from nine to five.';
  const [vector] = await embedders.current.embed([text], 'passage');
  const now = new Date();
  await knowledge.add({ ...newDocument({ ...named, media_type: 'application/pdf', now }), ...toReady(1, model, now) });
  const chunk = { chunk_id: `${documentId}:0`, document_id: documentId, source_filename: 'hours.pdf', page: 1, text };
  await vectors.upsert(orgId, [{ ...chunk, heading: null, embedding_model: model, vector: vector! }]);
}
