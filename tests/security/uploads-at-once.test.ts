import { assert } from 'chai';
import { bytesForUploads, UploadSpace } from '../../adapters/http/upload-space.ts';
import type { DomainError } from '../../domain/errors.ts';
import { refusalOf } from '../support/refusals.ts';

const [KIB, GIB] = [1024, 1024 ** 3];

describe('room for uploads', () => {
  /** Room on a disk with these free bytes. */
  const spaceOn = (free: number): UploadSpace => new UploadSpace('/', async () => free);
  const problem = async (work: Promise<unknown>): Promise<string> => (await refusalOf(work)).problem;

  it('is taken by one organisation up to a fifth, and by others still', async () => {
    const space = spaceOn(100 * KIB);
    const releases = [await space.take('hostile', 10 * KIB), await space.take('hostile', 10 * KIB)];
    const refusal = await refusalOf(space.take('hostile', KIB));
    assert.equal(refusal.problem, 'limited');
    assert.match(refusal.message, /Try again once an upload has ended/);
    releases.push(await space.take('other', 50 * KIB));
    for (const release of releases) release();
    await space.take('hostile', 20 * KIB);
  });

  it('is left for others while ten organisations take all that they can', async () => {
    const space = spaceOn(1_000 * KIB);
    for (let at = 0; at < 10; at += 1) {
      const taken = () => space.take(`hostile ${at}`, KIB);
      await taken();
      for (let refused = ''; refused === '';)
        refused = await taken().then(
          () => '',
          (error: DomainError) => error.problem,
        );
    }
    await space.take('other', 100 * KIB);
  });

  it('is at most two gibibytes on any disk', async () => {
    const space = spaceOn(100 * GIB);
    await space.take('one', GIB);
    await space.take('two', GIB);
    assert.equal(await problem(space.take('three', 1)), 'busy');
  });

  it('is refused on a full disk as an outage that says what to do', async () => {
    const refusal = await refusalOf(spaceOn(KIB).take('one', KIB + 1));
    assert.equal(refusal.problem, 'outage');
    assert.match(refusal.message, /Try again once its operator has freed space/);
  });

  it('is given back once, however often a file is released', async () => {
    const space = spaceOn(100 * KIB);
    const release = await space.take('one', 50 * KIB);
    release();
    release();
    await space.take('one', 100 * KIB);
    assert.equal(await problem(space.take('two', KIB)), 'busy');
  });

  it('leaves a twentieth of a small disk and a gibibyte of a large one to others', () => {
    assert.equal(bytesForUploads(50 * KIB, 100 * KIB), 45 * KIB);
    assert.equal(bytesForUploads(90 * GIB, 2_000 * GIB), 89 * GIB);
  });

  it('is less than any number of bytes on the disk of temporary files', async () => {
    assert.equal(await problem(new UploadSpace().take('one', Number.MAX_SAFE_INTEGER)), 'outage');
  });
});
