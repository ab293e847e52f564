import { assert } from 'chai';
import { lexicalEmbedder } from '../../adapters/embedder/lexical.ts';
import { knowledgeUseCases } from '../../application/knowledge/index.ts';
import { unavailable } from '../../domain/errors.ts';
import { newDocument, toReady } from '../../domain/knowledge/document.ts';
import { fakeEmbedders } from '../support/fake-embedders.ts';
import { INTERNAL_KEY, openWorld, type World } from '../support/world.ts';

const lexical = lexicalEmbedder();
const embedders = fakeEmbedders(lexical);

// Real servers keep what other runs of these tests left.
const ORG = crypto.randomUUID();
const OTHER = crypto.randomUUID();

interface Chunk {
  readonly chunk_id: string;
  readonly document_id: string;
  readonly source_filename: string;
  readonly page: number | null;
  readonly text: string;
  readonly distance: number;
}

describe('retrieval over HTTP', () => {
  let world: World;
  before(async () => {
    world = await openWorld((ports) => ({ knowledge: knowledgeUseCases({ ...ports, embedders }) }));
    await keep(ORG, 'hours', ['The Blue Door opens at nine in the morning.', 'Dogs are welcome on the terrace.']);
    await keep(ORG, 'prices', ['A table for two costs twelve dollars.']);
    await keep(OTHER, 'secret', ['The vault of org B opens at nine with the code 4711.']);
  });

  /** A document that is ready, with these passages. */
  async function keep(orgId: string, documentId: string, texts: readonly string[]): Promise<void> {
    const { knowledge, vectors, clock } = world.ports;
    const named = { document_id: documentId, org_id: orgId, original_filename: `${documentId}.pdf` };
    const document = newDocument({ ...named, media_type: 'application/pdf', storage_key: null, now: clock.now() });
    await knowledge.add({ ...document, ...toReady(texts.length, lexical.model, clock.now()) });
    const found = await lexical.embed(texts, 'passage');
    await vectors.upsert(
      orgId,
      texts.map((text, at) => ({
        ...{ chunk_id: `${documentId}:${at}`, document_id: documentId, source_filename: `${documentId}.pdf` },
        ...{ page: at + 1, heading: null, text, embedding_model: lexical.model, vector: found[at]! },
      })),
    );
  }

  const ask = (body: object, key: string | null = INTERNAL_KEY) =>
    world.ask('POST', '/api/v1/rag/retrieve', { body, ...(key !== null && { key }) });
  const chunksOf = async (body: object): Promise<Chunk[]> => {
    const answer = await ask(body);
    assert.equal(answer.status, 200, answer.text);
    return (answer.body as { chunks: Chunk[] }).chunks;
  };

  it('answers the passages nearest to a question, the nearest first', async () => {
    const chunks = await chunksOf({ org_id: ORG, question: 'when does the blue door open' });
    const [first] = chunks;
    assert.deepInclude(first, {
      chunk_id: 'hours:0',
      document_id: 'hours',
      source_filename: 'hours.pdf',
      page: 1,
      text: 'The Blue Door opens at nine in the morning.',
    });
    const distances = chunks.map(({ distance }) => distance);
    assert.deepEqual(
      distances,
      distances.toSorted((a, b) => a - b),
    );
    assert.isBelow(first!.distance, 1);
  });

  it('answers the requested number of chunks of the given documents', async () => {
    const question = 'table';
    assert.lengthOf(await chunksOf({ org_id: ORG, question, top_k: 1 }), 1);
    assert.lengthOf(await chunksOf({ org_id: ORG, question }), 3);
    const named = await chunksOf({ org_id: ORG, question, document_ids: ['prices', 'unknown'] });
    assert.deepEqual(
      named.map(({ document_id }) => document_id),
      ['prices'],
    );
  });

  it('does not find documents of another organisation', async () => {
    const question = 'the vault opens at nine with the code';
    for (const others of [{}, { document_ids: ['secret'] }])
      for (const chunk of await chunksOf({ org_id: ORG, question, ...others }))
        assert.notEqual(chunk.document_id, 'secret');
    assert.isEmpty(await chunksOf({ org_id: 'nobody', question }));
  });

  it('finds nothing for a blank question, or in no document', async () => {
    assert.isEmpty(await chunksOf({ org_id: ORG, question: ' \n ' }));
    assert.isEmpty(await chunksOf({ org_id: ORG, question: 'table', document_ids: [] }));
  });

  it('says whether a passage is close to the question', async () => {
    const isClose = async (question: string): Promise<unknown> =>
      ((await ask({ org_id: ORG, question })).body as { close: unknown }).close;
    assert.isTrue(await isClose('when does the blue door open'));
    assert.isFalse(await isClose('how do I renew my passport'));
    assert.isFalse(await isClose('goodbye'));
    assert.isFalse(await isClose(' '));
  });

  it('takes the internal key and nothing else', async () => {
    const body = { org_id: ORG, question: 'table' };
    assert.deepEqual([(await ask(body, null)).status, (await ask(body, null)).detail], [401, 'Missing API key']);
    assert.deepEqual([(await ask(body, 'wrong')).status, (await ask(body, 'wrong')).detail], [401, 'Invalid API key']);
    const { token } = await world.signUp();
    assert.equal((await world.ask('POST', '/api/v1/rag/retrieve', { body, token })).status, 401);
  });

  it('lets people try a question on their own organisation’s documents, and no other’s', async () => {
    const { org_id, token } = await world.signUp('trying');
    await keep(org_id, `menu of ${org_id}`, ['The soup of the day is made of pumpkin.']);
    const tried = async (body: object): Promise<Chunk[]> => {
      const answer = await world.ask('POST', '/api/v1/knowledge/ask', { body, token });
      assert.equal(answer.status, 200, answer.text);
      return (answer.body as { chunks: Chunk[] }).chunks;
    };
    const question = 'what is the soup of the day';
    assert.deepEqual(await tried({ question }), await chunksOf({ org_id, question }));
    assert.lengthOf(await tried({ question }), 1);
    assert.isEmpty(await tried({ question: 'the vault opens at nine with the code', document_ids: ['secret'] }));
    assert.equal((await world.ask('POST', '/api/v1/knowledge/ask', { body: { question } })).status, 401);
  });

  it('refuses what has not the right shape', async () => {
    const good = { org_id: ORG, question: 'table' };
    for (const wrong of [
      { question: 'table' },
      { org_id: ORG },
      { ...good, question: 7 },
      { ...good, org_id: { $ne: '' } },
      { ...good, top_k: 0 },
      { ...good, top_k: 11 },
      { ...good, top_k: 1.5 },
      { ...good, document_ids: 'prices' },
      { ...good, document_ids: [{ $gt: '' }] },
    ])
      assert.equal((await ask(wrong)).status, 422, JSON.stringify(wrong));
  });

  it('finds its way through any text that can be asked', async () => {
    for (const question of ['🙂', '\u0000', 'नमस्ते', 'table '.repeat(10_000), "' OR 1=1 --", '\ud800'])
      assert.isArray(await chunksOf({ org_id: ORG, question }));
  });

  it('answers 500 with the reason when a store does not answer', async () => {
    const { query } = world.ports.vectors;
    world.ports.vectors.query = () => Promise.reject(unavailable('The vector store does not answer'));
    const answer = await ask({ org_id: ORG, question: 'table' });
    world.ports.vectors.query = query;
    assert.deepEqual(
      [answer.status, answer.detail],
      [500, 'Nothing could be retrieved: The vector store does not answer'],
    );
  });
});
