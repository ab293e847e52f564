import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { assert } from 'chai';
import type { KnowledgeDocument } from '../../domain/knowledge/document.ts';
import { client } from '../support/client.ts';
import { fileForm, sendForm } from '../support/contact-lists.ts';
import { longPdf } from '../support/pdf-files.ts';
import { openPlatform } from '../support/platform.ts';
import { atEndOfTest, temporaryDirectory } from '../support/temporary.ts';

const ACCOUNT = { email: 'ada@example.com', password: 'correct horse', organisation_name: 'Analytical Engines' };
const LONGEST_MS = 120_000;

/** The API in a process of its own over embedded stores, as its log says where it listens. */
async function startApi(dataDir: string): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: dataDir,
    DOCUMENTS_URL: `sqlite:${dataDir}/platform.db`,
    OBJECTS_URL: `file:${dataDir}/objects`,
    VECTORS_URL: `sqlite:${dataDir}/vectors.db`,
    API_PORT: '0',
    SECRET_KEY: 'secret key of the tests',
    INTERNAL_API_KEY: 'internal key of the tests',
  };
  const child = spawn(process.execPath, ['--import', 'tsx', 'bootstrap/main.ts', 'api'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  atEndOfTest(() => child.kill('SIGKILL'));
  for await (const line of createInterface(child.stdout)) {
    const { event, port } = JSON.parse(line) as { event?: string; port?: number };
    if (event === 'api.listening') return { child, url: `http://127.0.0.1:${port}` };
  }
  throw new Error('The API ended without saying where it listens');
}

describe('a document whose ingestion was cut short', () => {
  it('is ingested by the next process, and never left behind', async () => {
    const dataDir = await temporaryDirectory();
    const { child, url } = await startApi(dataDir);
    const killed = client(url);
    const { body } = await killed.ask('POST', '/api/v1/users/signup', { body: ACCOUNT });
    const { access_token: token } = body as { access_token: string };
    const form = fileForm(await longPdf(100), 'Long.pdf');
    assert.equal((await sendForm(killed, token, form, '/knowledge/upload')).status, 201);
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;

    const env = {
      DOCUMENTS_URL: `sqlite:${dataDir}/platform.db`,
      OBJECTS_URL: `file:${dataDir}/objects`,
      OBJECTS_BUCKET: 'voice-artifacts',
      VECTORS_URL: `sqlite:${dataDir}/vectors.db`,
    };
    const platform = await openPlatform({ services: ['api'], dataDir, env });
    atEndOfTest(() => platform.close());
    const { ask } = client(new URL(platform.apiBaseUrl).origin);
    const read = async () =>
      ((await ask('GET', '/api/v1/knowledge', { token })).body as readonly KnowledgeDocument[])[0];
    assert.deepInclude(await read(), { status: 'processing', original_filename: 'Long.pdf' });
    const deadline = performance.now() + LONGEST_MS;
    let document = await read();
    while (document?.status === 'processing' && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      document = await read();
    }
    assert.equal(document?.status, 'ready', String(document?.error_message));
    assert.isAbove(document?.chunk_count ?? 0, 300);
  }).timeout(2 * LONGEST_MS);
});
