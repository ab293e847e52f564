import { assert } from 'chai';
import { Uploads } from '../../console/src/pages/knowledge/uploads.ts';

/** Sends when the test says so. */
function sender() {
  const sent = new Map<string, { readonly progress: (share: number) => void; readonly end: (error?: Error) => void }>();
  const send = (file: File, progress: (share: number) => void): Promise<void> =>
    new Promise((resolve, reject) => {
      sent.set(file.name, { progress, end: (error) => (error ? reject(error) : resolve()) });
    });
  return { sent, send };
}

const files = (...names: readonly string[]): File[] => names.map((name) => ({ name }) as File);
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('several uploads', () => {
  it('run two at a time and report each that completes', async () => {
    const { sent, send } = sender();
    let arrived = 0;
    const uploads = new Uploads(send, () => (arrived += 1));
    uploads.add(files('a', 'b', 'c'));
    uploads.add(files('d'));
    assert.deepEqual([...sent.keys()], ['a', 'b']);
    sent.get('b')?.progress(0.5);
    assert.deepEqual(
      uploads.list.value.map(({ name, share }) => [name, share]),
      [
        ['a', 0],
        ['b', 0.5],
        ['c', 0],
        ['d', 0],
      ],
    );
    sent.get('b')?.end();
    await settled();
    assert.deepEqual([[...sent.keys()], arrived], [['a', 'b', 'c'], 1]);
  });

  it('keep a rejected file until it is dismissed, and continue with the others', async () => {
    const { sent, send } = sender();
    const uploads = new Uploads(send, () => undefined);
    uploads.add(files('a', 'b', 'c'));
    sent.get('a')?.end(new Error('too large'));
    sent.get('b')?.end();
    await settled();
    sent.get('c')?.end();
    await settled();
    assert.deepEqual(
      uploads.list.value.map(({ name, refusal }) => [name, refusal]),
      [['a', 'too large']],
    );
    uploads.dismiss(uploads.list.value[0]?.id ?? 0);
    assert.isEmpty(uploads.list.value);
  });
});
