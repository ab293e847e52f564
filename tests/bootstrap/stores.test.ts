import { assert } from 'chai';
import { readdir } from 'node:fs/promises';
import { openDocuments, openObjects } from '../../bootstrap/stores.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'nothing was refused',
    (error: Error) => error.message,
  );

describe('the stores of a URL', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await temporaryDirectory();
  });

  it('open documents in the file that a sqlite URL names', async () => {
    const engine = await openDocuments(`sqlite:${directory}/platform.db`);
    await engine.ping();
    await engine.close();
    assert.include(await readdir(directory), 'platform.db');
  });

  it('open documents in memory', async () => {
    const engine = await openDocuments('sqlite::memory:');
    await engine.ping();
    await engine.close();
    assert.deepEqual(await readdir(directory), []);
  });

  it('open objects in the directory that a file URL names, under the bucket', async () => {
    const objects = await openObjects(`file:${directory}`, 'voice-artifacts');
    assert.equal(objects.root, 'file://voice-artifacts/');
    assert.isNull(await objects.size('org/call/recording.wav'));
  });

  it('are refused for a scheme that nothing answers, naming those that are known but not the URL', async () => {
    for (const url of ['mongodb://user:hush@host', 'constructor:hush', 'hush']) {
      const message = await refusal(openDocuments(url));
      assert.match(message, /known are sqlite$/);
      assert.notInclude(message, 'hush');
    }
    assert.match(await refusal(openObjects('s3://host', 'voice-artifacts')), /known are file$/);
  });
});
