import { assert } from 'chai';
import type { DocumentText } from '../../../application/ports/document-text.ts';
import { fakeDocumentText } from '../../support/fake-document-text.ts';
import { ingestionWorld } from './ingestion-world.ts';
import { eventually } from '../../support/eventually.ts';

/** A reader that notes what it reads, and reads no further than it is let. */
function watchedReader() {
  const started: string[] = [];
  const waiting: (() => void)[] = [];
  const documentText: DocumentText = {
    async read(file, type) {
      started.push(new TextDecoder().decode(file).replace('%PDF-', ''));
      await new Promise<void>((resolve) => waiting.push(resolve));
      return fakeDocumentText().read(file, type);
    },
    close: async () => undefined,
  };
  return {
    documentText,
    started,
    /** Finishes the document that has waited longest, once this number was started. */
    async finish(startedBefore: number) {
      await eventually(() => started.length >= startedBefore, `the start of document ${startedBefore}`);
      waiting.shift()?.();
    },
  };
}

describe('ingestion of several organisations', () => {
  it('serves them round robin, regardless of upload order and volume', async () => {
    const { engine, store, organise } = await ingestionWorld();
    await organise('o2');
    await organise('o3');
    for (const id of ['a1', 'a2', 'a3', 'a4']) await store(id, id, 'o1');
    for (const id of ['b1', 'b2']) await store(id, id, 'o2');
    await store('c1', 'c1', 'o3');
    const reader = watchedReader();
    const ticking = engine({ documentText: reader.documentText }).tick();
    for (const started of [2, 3, 4, 5, 6, 6, 7]) await reader.finish(started);
    await ticking;
    assert.deepEqual(reader.started.slice(0, 5).toSorted(), ['a1', 'a2', 'b1', 'b2', 'c1']);
    assert.lengthOf(reader.started, 7);
  });

  it('processes two documents concurrently, of different organisations', async () => {
    const { engine, store, organise, ports } = await ingestionWorld();
    await organise('o2');
    for (const id of ['a1', 'a2', 'a3']) await store(id, id, 'o1');
    const reader = watchedReader();
    const ingestion = engine({ documentText: reader.documentText });
    const ticking = ingestion.tick();
    await eventually(() => reader.started.length > 0, 'the start of the first document');
    await store('b1', 'b1', 'o2');
    ingestion.wake();
    await eventually(() => reader.started.length > 1, 'the start of the second document');
    assert.deepEqual(reader.started, ['a1', 'b1'], 'the second of the first one waits');
    for (const started of [2, 2, 3, 4]) await reader.finish(started);
    await ticking;
    await eventually(async () => (await ports.knowledge.find('o2', 'b1'))?.status === 'ready', 'the end of ingestion');
  });
});
