import { assert } from 'chai';
import { leavesNothing } from '../../contracts/tidiness.ts';
import { withShortWait } from '../../support/eventually.ts';

/** What is found of sessions that are opened like this. */
const foundOf = (open: () => { close(): void }): Promise<string> =>
  leavesNothing({ open: async () => open(), use: () => null, cut: () => undefined, connections: () => 0 }).then(
    () => 'nothing',
    (found: Error) => found.message,
  );

const session = () => ({ close: () => undefined });

/** A leak is the same after each sweep of the heap. In ms. */
const LEAKED_AFTER_MS = 1_000;

describe('what sessions leave behind', () => {
  it('is nothing when they keep nothing', async () => {
    assert.equal(await foundOf(session), 'nothing');
  });

  it('is detected when sessions are retained', async () => {
    const kept: object[] = [];
    const hoard = () => {
      kept.push(session());
      return kept.at(-1) as ReturnType<typeof session>;
    };
    assert.match(await withShortWait(LEAKED_AFTER_MS, () => foundOf(hoard)), /^500 objects are left/);
  });
});
