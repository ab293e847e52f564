import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { assert } from 'chai';
import type { KnowledgeDocument } from '../../domain/knowledge/document.ts';
import { sqliteVectors } from '../../adapters/vectors/sqlite.ts';
import { systemClock } from '../../adapters/system/clock.ts';
import type { Clock } from '../../application/ports/clock.ts';
import { client } from '../support/client.ts';
import { fileForm, sendForm } from '../support/contact-lists.ts';
import { embeddingServer, genuine } from '../adapters/embedding-server.ts';
import { longPdf } from '../support/pdf-files.ts';
import { openPlatform } from '../support/platform.ts';
import { builtProgram } from '../support/programs.ts';
import { atEndOfTest, killAtEndOfTest, temporaryDirectory } from '../support/temporary.ts';
import { TEST_KEYS } from '../support/test-keys.ts';
import { eventually } from '../support/eventually.ts';

const ACCOUNT = { email: 'ada@example.com', password: 'correct horse', organisation_name: 'Analytical Engines' };
const PAGES = 25;
/** PDFs are read at a low priority, for which other programs leave little on a busy machine. In ms. */
const READ_MS = 400_000;
/** Chunks per batch. */
const BATCH = 32;
/** Batches that are stored when the process is killed. */
const BATCHES = 2;

/** Embedded stores in one directory, and a server that embeds. */
const storingIn = (dataDir: string, embeddingsUrl: string) => ({
  DATA_DIR: dataDir,
  DOCUMENTS_URL: `sqlite:${dataDir}/platform.db`,
  OBJECTS_URL: `file:${dataDir}/objects`,
  OBJECTS_BUCKET: 'voice-artifacts',
  VECTORS_URL: `sqlite:${dataDir}/vectors.db`,
  EMBEDDINGS_URL: `${embeddingsUrl}/v1`,
  EMBEDDINGS_MODEL: 'hosted-1',
});

/** A server that answers this number of batches and then hangs until the test releases it. */
async function haltingServer(batches: number) {
  let left = batches;
  let halt = (): void => undefined;
  const halted = new Promise<void>((resolve) => (halt = resolve));
  const { server } = await embeddingServer({
    async answer(request, response) {
      left -= 1;
      if (left < 0) halt();
      else await genuine(request, response);
    },
  });
  return { url: server.url, halted, goOn: () => void (left = Infinity) };
}

/** A clock for which every claim of a process that just died ran out. */
const laterClock = (): Clock => {
  const clock = systemClock();
  return { ...clock, now: () => new Date(clock.now().getTime() + 16_000) };
};

/** The API in a process of its own over embedded stores, as its log says where it listens. */
async function startApi(
  storing: ReturnType<typeof storingIn>,
): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const env = {
    PATH: process.env['PATH'],
    ...storing,
    API_PORT: '0',
    SECRET_KEY: TEST_KEYS.SECRET_KEY,
    INTERNAL_API_KEY: TEST_KEYS.INTERNAL_API_KEY,
  };
  const child = spawn(process.execPath, [await builtProgram('bootstrap/main'), 'api'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  killAtEndOfTest(child);
  for await (const line of createInterface(child.stdout)) {
    const { event, port } = JSON.parse(line) as { event?: string; port?: number };
    if (event !== 'api.listening') continue;
    // Without a reader of its output, the process would stop once the pipe is full.
    child.stdout.resume();
    return { child, url: `http://127.0.0.1:${port}` };
  }
  throw new Error('The API ended without saying where it listens');
}

describe('document ingestion after a crash', () => {
  it('is completed by the next process with each chunk once', async () => {
    const embedding = await haltingServer(BATCHES);
    const env = storingIn(await temporaryDirectory(), embedding.url);
    const { child, url } = await startApi(env);
    const killed = client(url);
    const { body } = await killed.ask('POST', '/api/v1/users/signup', { body: ACCOUNT });
    const { access_token: token } = body as { access_token: string };
    const pdf = await longPdf(PAGES);
    const upload = async (filename: string): Promise<KnowledgeDocument> => {
      const answer = await sendForm(killed, token, fileForm(pdf, filename), '/knowledge/upload');
      assert.equal(answer.status, 201);
      return answer.body as KnowledgeDocument;
    };
    const started = await upload('Begun.pdf');
    await embedding.halted;
    const waiting = await upload('Waiting.pdf');
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;

    const vectors = sqliteVectors(`${env.DATA_DIR}/vectors.db`);
    atEndOfTest(() => vectors.close());
    const kept = ({ org_id, document_id }: KnowledgeDocument): Promise<number> => vectors.count(org_id, document_id);
    assert.deepEqual(await Promise.all([started, waiting].map(kept)), [BATCHES * BATCH, 0]);
    embedding.goOn();
    const platform = await openPlatform({
      services: ['api'],
      dataDir: env.DATA_DIR,
      env,
      parts: { clock: laterClock() },
    });
    const { ask } = client(new URL(platform.apiBaseUrl).origin);
    const read = async () => (await ask('GET', '/api/v1/knowledge', { token })).body as readonly KnowledgeDocument[];
    const documents = await eventually(
      async () => {
        const seen = await read();
        return seen.every(({ status }) => status !== 'processing') ? seen : null;
      },
      'the end of all ingestion',
      READ_MS,
    );
    assert.sameMembers(
      documents.map(({ original_filename, status }) => `${original_filename} ${status}`),
      ['Begun.pdf ready', 'Waiting.pdf ready'],
    );
    for (const document of documents) {
      assert.isAbove(document.chunk_count, BATCHES * BATCH);
      assert.equal(await kept(document), document.chunk_count);
    }
  }).timeout(600_000);
});
