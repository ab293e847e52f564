import { assert } from 'chai';
import { withRollback } from '../../application/rollback.ts';
import { rememberingLog } from '../support/remembering-log.ts';

describe('withRollback', () => {
  it('returns the result of successful work without undoing it', async () => {
    const undone: number[] = [];
    const answer = await withRollback(rememberingLog().log, async (undo) => {
      undo(async () => undone.push(1));
      return 'done';
    });
    assert.equal(answer, 'done');
    assert.isEmpty(undone);
  });

  it('undoes steps in reverse order, continues past a failed one and rethrows the error', async () => {
    const { log, lines } = rememberingLog();
    const undone: number[] = [];
    const failure = new Error('the third step failed');
    const work = withRollback(log, async (undo) => {
      undo(async () => undone.push(1));
      undo(() => Promise.reject(new Error('stuck')));
      undo(async () => undone.push(3));
      throw failure;
    });
    assert.equal(await work.catch((error: unknown) => error), failure);
    assert.deepEqual(undone, [3, 1]);
    assert.deepEqual(
      lines.map(({ event }) => event),
      ['rollback.step_failed'],
    );
  });
});
