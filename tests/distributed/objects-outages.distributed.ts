import { assert } from 'chai';
import { removeBucket } from '../support/buckets.ts';
import { client } from '../support/client.ts';
import { fileForm, sendForm } from '../support/contact-lists.ts';
import { openPlatform } from '../support/platform.ts';
import { describeServed } from '../support/servers.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { atEndOfTest } from '../support/temporary.ts';

/** No request may take longer, whatever the store does and however busy the machine is. */
const LONGEST_MS = 40_000;

describeServed('contact lists while the object store is away', 'objects', (server) => {
  it('are answered 502, and taken again as soon as it is back', async () => {
    const bucket = `test-${crypto.randomUUID()}`;
    const proxy = await TcpProxy.before(server());
    atEndOfTest(() => removeBucket(server(), bucket));
    atEndOfTest(() => proxy.cut());
    const env = { OBJECTS_URL: proxy.through(server()), OBJECTS_BUCKET: bucket };
    const platform = await openPlatform({ services: ['api'], env });
    const api = client(new URL(platform.apiBaseUrl).origin);
    const account = { email: 'ada@example.com', password: 'correct horse', organisation_name: 'Engines' };
    const { body } = await api.ask('POST', '/api/v1/users/signup', { body: account });
    const { access_token: token } = body as { access_token: string };
    const upload = () => sendForm(api, token, fileForm('phone_number\n+14155550101\n'));

    assert.equal((await upload()).status, 201);
    for (const go of [() => proxy.cut(), () => proxy.hang()]) {
      go();
      const startedAt = performance.now();
      const { status, detail } = await upload();
      assert.equal(status, 502, String(detail));
      assert.match(String(detail), /object store/i);
      assert.isBelow(performance.now() - startedAt, LONGEST_MS);
      await proxy.restore();
      const again = await upload();
      assert.equal(again.status, 201, again.text);
    }
  });
});
