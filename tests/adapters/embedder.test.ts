import { assert } from 'chai';
import { configuredEmbedders } from '../../adapters/embedder/embedders.ts';
import { lexicalEmbedder } from '../../adapters/embedder/lexical.ts';
import { lexicalThread } from '../../adapters/embedder/lexical-thread.ts';
import { network } from '../../adapters/lib/network.ts';
import type { Embedder } from '../../application/ports/embedder.ts';
import { embedderContract } from '../contracts/embedder.contract.ts';
import { bites, keeps } from '../support/contract.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { cohere, embeddingServer } from './embedding-server.ts';

describe('an embedder: lexical', () => keeps(embedderContract, lexicalEmbedder));

// One thread for all of them: nothing is left in it.
const thread = lexicalThread();
describe('an embedder: lexical, in a thread', () => {
  after(() => thread.close());
  keeps(embedderContract, () => thread);
});

describe('an embedder: openai-compatible', () =>
  keeps(embedderContract, async () => (await embeddingServer()).embedder));

describe('an embedder: with the interface of Cohere', () =>
  keeps(embedderContract, async () => (await embeddingServer({ protocol: 'cohere', answer: cohere })).embedder));

const spoiled = (spoil: (genuine: Embedder) => Embedder['embed']) => (): Embedder => {
  const genuine = lexicalEmbedder();
  return { model: genuine.model, embed: spoil(genuine) };
};

describe('an embedder: the contract', () =>
  bites(
    embedderContract,
    spoiled(
      (it) =>
        async (...args) =>
          (await it.embed(...args)).toReversed(),
    ),
    spoiled((it) => (texts, as) => it.embed(texts, as)),
    spoiled(
      (it) =>
        async (...args) =>
          (await it.embed(...args)).map((vector) => vector.fill(0)),
    ),
    spoiled(
      (it) =>
        (texts, ...args) =>
          it.embed(texts.length > 0 ? texts : [''], ...args),
    ),
  ));

describe('the embedders of an installation', () => {
  const ports = { clock: fakeClock(), network: network({ allowPrivate: true }) };
  const service = { protocol: 'openai', url: 'http://127.0.0.1:9/v1', model: 'm-2', apiKey: null } as const;

  it('are the local one alone where no service is configured', () => {
    const { current, of } = configuredEmbedders(null, ports);
    assert.equal(current.model, 'local-lexical-384');
    assert.strictEqual(of('local-lexical-384'), current);
    assert.isNull(of('m-2'));
  });

  it('are every model of a configured service, and still the local one', () => {
    const { current, of } = configuredEmbedders(service, ports);
    assert.equal(current.model, 'm-2');
    assert.strictEqual(of('m-2'), current);
    assert.equal(of('m-1')?.model, 'm-1');
    assert.equal(of('local-lexical-384')?.model, 'local-lexical-384');
  });
});
