import { assert } from 'chai';
import type { KnowledgeDocument } from '../../domain/knowledge/document.ts';
import { client } from '../support/client.ts';
import { fileForm, sendForm } from '../support/contact-lists.ts';
import { pdfOf } from '../support/pdf-files.ts';
import { openPlatform } from '../support/platform.ts';
import { describeServed } from '../support/servers.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { atEndOfTest } from '../support/temporary.ts';

const ACCOUNT = { email: 'ada@example.com', password: 'correct horse', organisation_name: 'Analytical Engines' };

describeServed('documents while the object store is away', 'objects', function (server) {
  it('are answered with 500 and kept as failed, and are stored again as soon as it is back', async () => {
    const proxy = await TcpProxy.before(server());
    atEndOfTest(() => proxy.cut());
    const env = { OBJECTS_URL: proxy.through(server()), OBJECTS_BUCKET: `test-${crypto.randomUUID()}` };
    const platform = await openPlatform({ services: ['api'], env });
    const world = client(new URL(platform.apiBaseUrl).origin);
    const { body } = await world.ask('POST', '/api/v1/users/signup', { body: ACCOUNT });
    const { access_token: token } = body as { access_token: string };
    const form = fileForm(await pdfOf('We open at nine.'), 'Hours.pdf');
    const upload = () => sendForm(world, token, form, '/knowledge/upload');
    const documents = async () =>
      (await world.ask('GET', '/api/v1/knowledge', { token })).body as readonly KnowledgeDocument[];

    proxy.cut();
    const refused = await upload();
    assert.equal(refused.status, 500, refused.text);
    const [failed] = await documents();
    assert.deepInclude(failed, { status: 'failed', storage_key: null, error_message: String(refused.detail) });

    await proxy.restore();
    assert.equal((await upload()).status, 201);
    assert.lengthOf(await documents(), 2);
  });
});
