import { assert } from 'chai';
import { readdir } from 'node:fs/promises';
import { hmacObjectLinks } from '../../adapters/lib/object-links.ts';
import { openDocuments, openObjects, openVectors } from '../../bootstrap/stores.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'nothing was refused',
    (error: Error) => error.message,
  );

const links = hmacObjectLinks({ secret: 's', path: '/downloads/' }, fakeClock());

describe('the stores of a URL', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await temporaryDirectory();
  });

  it('open documents in the file that a sqlite URL names', async () => {
    const engine = await openDocuments(`sqlite:${directory}/platform.db`, rememberingLog().log);
    await engine.ping();
    await engine.close();
    assert.include(await readdir(directory), 'platform.db');
  });

  it('open documents in memory', async () => {
    const engine = await openDocuments('sqlite::memory:', rememberingLog().log);
    await engine.ping();
    await engine.close();
    assert.deepEqual(await readdir(directory), []);
  });

  it('open objects in the directory that a file URL names, under the bucket', async () => {
    const objects = await openObjects(`file:${directory}`, 'voice-artifacts', links);
    assert.equal(objects.root, 'file://voice-artifacts/');
    assert.isNull(await objects.size('org/call/recording.wav'));
  });

  it('open objects on the server of an s3 URL even before it answers', async () => {
    for (const scheme of ['s3', 's3s'])
      assert.equal(
        (await openObjects(`${scheme}://k:s@127.0.0.1:1`, 'voice-artifacts', links)).root,
        's3://voice-artifacts/',
      );
    const message = await refusal(openObjects('s3://hush@host', 'voice-artifacts', links));
    assert.include(message, 's3://<access key>:<secret key>@<host>:<port>');
    assert.notInclude(message, 'hush');
  });

  it('open vectors in the file that a sqlite URL names, or on the server of an http URL', async () => {
    const vectors = await openVectors(`sqlite:${directory}/vectors.db`);
    assert.equal(await vectors.count('org', 'd'), 0);
    await vectors.close();
    assert.include(await readdir(directory), 'vectors.db');
    for (const scheme of ['http', 'https']) await (await openVectors(`${scheme}://127.0.0.1:1`)).close();
  });

  it('are rejected for an unknown scheme, with the known ones but without the URL', async () => {
    for (const url of ['redis://user:hush@host', 'constructor:hush', 'hush']) {
      const message = await refusal(openDocuments(url, rememberingLog().log));
      assert.match(message, /known are sqlite, mongodb, mongodb\+srv$/);
      assert.notInclude(message, 'hush');
    }
    assert.match(await refusal(openObjects('ftp://hush', 'voice-artifacts', links)), /known are file, s3, s3s$/);
    assert.match(await refusal(openVectors('ftp://hush')), /known are sqlite, http, https$/);
  });
});
