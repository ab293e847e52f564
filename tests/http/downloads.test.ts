import { assert } from 'chai';
import { skip } from '../support/skipped.ts';
import { areDistributed } from '../support/stores.ts';
import { openWorld, type World } from '../support/world.ts';

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

describe('downloads', () => {
  let world: World;
  before(async function () {
    if (areDistributed) skip(this, 'an object store serves its own links');
    world = await openWorld();
    await world.ports.objects.put('org/a.csv', once('0123456789'), { size: 10, contentType: 'text/csv' });
  });

  const link = (key = 'org/a.csv', seconds = 60): Promise<string> =>
    world.ports.objects.link(key, seconds, { filename: 'März.csv' });
  const download = async (path: Promise<string>, init: RequestInit = {}): Promise<Response> =>
    fetch(world.url + (await path), init);

  it('downloads the object by its link, under its file name', async () => {
    const response = await download(link());
    assert.equal(response.status, 200);
    assert.equal(await response.text(), '0123456789');
    assert.equal(response.headers.get('content-type'), 'application/octet-stream');
    assert.equal(response.headers.get('content-length'), '10');
    assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename="M_rz.csv"/);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
  });

  it('give the part that is asked for, and headers alone', async () => {
    const part = await download(link(), { headers: { range: 'bytes=2-4' } });
    assert.deepEqual([part.status, await part.text()], [206, '234']);
    const head = await download(link(), { method: 'HEAD' });
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, '10']);
  });

  it('are 404 without the object, after their time and for a link we did not issue', async () => {
    const path = await link();
    for (const gone of [link('org/none.csv'), link('org/a.csv', 0), Promise.resolve(`${path}x`)]) {
      const response = await download(gone);
      assert.deepEqual([response.status, await response.json()], [404, { detail: 'Object not found' }]);
    }
  });
});
