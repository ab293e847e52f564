import { assert } from 'chai';
import { lexicalEmbedder } from '../../../adapters/embedder/lexical.ts';
import { measureCalibration } from '../../../application/knowledge/measure-calibration.ts';
import { retrieveChunks } from '../../../application/knowledge/retrieve-chunks.ts';
import type { Embedder } from '../../../application/ports/embedder.ts';
import { rejected, unavailable } from '../../../domain/errors.ts';
import { CALIBRATION_VERSION, type Calibration } from '../../../domain/knowledge/calibration.ts';
import { documentView } from '../../../domain/knowledge/document-view.ts';
import { fakeEmbedder, fakeEmbedders } from '../../support/fake-embedders.ts';
import { ingestionWorld } from './ingestion-world.ts';
import { compass, retrievalWorld } from './retrieval-world.ts';

const ROOMS = ['garden', 'kitchen', 'cellar', 'library', 'chapel', 'stable', 'attic', 'workshop'];
/** A section of a house guide, which has words of its own. */
const section = (room: string): string =>
  `# The ${room}\nVisitors get to the ${room} by the ${room} stairs. Its ${room} keeper sells ${room} tickets.`;
const GUIDE = ROOMS.map(section).join('\n');

describe('the calibration of stored documents', () => {
  let world: Awaited<ReturnType<typeof ingestionWorld>>;
  const embedders = fakeEmbedders(lexicalEmbedder());
  beforeEach(async () => (world = await ingestionWorld()));

  const store = (id: string, text: string, orgId = 'o1') =>
    world.store(id, text, orgId, { media_type: 'text/markdown' });
  const tick = (more: object = {}): Promise<void> => world.engine({ embedders, ...more }).tick();
  const calibrationOf = async (id: string): Promise<Calibration | undefined> => (await world.found(id))?.calibration;
  const isClose = async (question: string): Promise<boolean> =>
    (await retrieveChunks({ ...world.ports, embedders })({ org_id: 'o1', question })).close;

  it('is measured after an upload, and says which questions nothing answers', async () => {
    await store('a', GUIDE);
    await tick();
    const { version, questions, lacking } = (await calibrationOf('a'))!;
    assert.deepEqual([version, questions], [CALIBRATION_VERSION, ROOMS.length]);
    assert.isAbove(lacking, 0.5);
    assert.isTrue(await isClose('how do I get to the library'));
    assert.isFalse(await isClose('how do I renew my passport'));
    assert.isFalse(await isClose('goodbye'));
    assert.isFalse(await isClose('how are you'));
  });

  it('is measured once', async () => {
    await store('a', GUIDE);
    await tick();
    let searches = 0;
    const vectors = { ...world.ports.vectors, query: () => ((searches += 1), Promise.resolve([])) };
    await tick({ vectors });
    assert.equal(searches, 0);
  });

  it('is measured beside the other documents of the organisation and no others', async () => {
    await world.organise('o2');
    await store('foreign', GUIDE, 'o2');
    await tick();
    await store('a', section('garden'));
    await tick();
    assert.equal((await calibrationOf('a'))?.questions, 0, 'there is nothing else to be near to');
    await store('b', section('garden'));
    await tick();
    const { questions, lacking } = (await calibrationOf('b'))!;
    assert.deepEqual([questions, lacking], [1, 0]);
  });

  it('leaves documents ready and searched while it cannot be measured, and is tried again', async () => {
    const there = lexicalEmbedder();
    const embed: Embedder['embed'] = (texts, as) =>
      as === 'question' ? Promise.reject(unavailable('away')) : there.embed(texts, as);
    const failing = fakeEmbedders({ ...there, embed });
    await store('a', GUIDE);
    await tick({ embedders: failing });
    assert.equal((await world.found('a'))?.status, 'ready');
    assert.isUndefined(await calibrationOf('a'));
    assert.isTrue(await isClose('how do I get to the library'));
    assert.include(
      world.ports.logged.map(({ event }) => event),
      'knowledge.not_indexed',
    );
    world.later(60_001);
    await tick();
    assert.equal((await calibrationOf('a'))?.questions, ROOMS.length);
  });

  it('is not tried again where the model accepts no questions or no longer exists', async () => {
    await store('a', GUIDE);
    await tick();
    const document = (await world.found('a'))!;
    const measure = (of: typeof embedders) =>
      measureCalibration({ ...world.ports, embedders: of }, document, [{ heading: null, text: GUIDE }], NEVER);
    const refusing = { ...lexicalEmbedder(), embed: () => Promise.reject(rejected('No such model')) };
    assert.isNull(await measure(fakeEmbedders(refusing)));
    assert.isNull(await measure(fakeEmbedders(fakeEmbedder('another'))));
  });

  it('is not shown to users', async () => {
    await store('a', GUIDE);
    await tick();
    assert.notProperty(documentView((await world.found('a'))!), 'calibration');
  });
});

const NEVER = new AbortController().signal;

describe('retrieval by a model that knows meaning', () => {
  const calibration = (distance: number): Calibration => ({
    ...{ version: CALIBRATION_VERSION, questions: 16, lacking: 0.8, distance },
  });

  it('is close by distance or by words, whichever is', async () => {
    const { keep, isClose } = await retrievalWorld(compass('m1'));
    await keep('a', [10, '60 kestrel'], { state: { calibration: calibration(0.1) } });
    const ask = (question: string) => isClose({ org_id: 'org', question });
    assert.isTrue(await ask('0'), 'the distance of 10 degrees');
    assert.isFalse(await ask('120'));
    assert.isTrue(await ask('120 kestrel'), 'the word');
  });

  it('is close whatever the distance before any is measured', async () => {
    const { keep, isClose } = await retrievalWorld(compass('m1'));
    await keep('a', [10]);
    assert.isTrue(await isClose({ org_id: 'org', question: '120' }));
    assert.isFalse(await isClose({ org_id: 'nobody', question: '120' }), 'nothing is found');
    assert.isFalse(await isClose({ org_id: 'org', question: ' ' }));
  });

  it('is close when a passage of one of several models is', async () => {
    const { keep, isClose } = await retrievalWorld(compass('m1'), compass('m2'));
    await keep('a', [90], { state: { calibration: calibration(0.1) } });
    await keep('b', [5], { model: 'm2', state: { calibration: calibration(0.1) } });
    assert.isTrue(await isClose({ org_id: 'org', question: '0' }));
    assert.isFalse(await isClose({ org_id: 'org', question: '0', document_ids: ['a'] }));
  });
});
