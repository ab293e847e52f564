import { assert } from 'chai';
import { toReady, type KnowledgeDocument } from '../../domain/knowledge/document.ts';
import type { Answer } from '../support/client.ts';
import { fileForm, sendForm } from '../support/contact-lists.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { testConfig } from '../support/providers.ts';
import { openWorld, type World } from '../support/world.ts';

const PDF = '%PDF-1.7\nWe open at nine.';

describe('documents over HTTP', () => {
  let world: World;
  let fixture: AgentFixture;
  beforeEach(async () => {
    world = await openWorld();
    fixture = await openAgentFixture(world);
  });

  const upload = (content: string | Uint8Array = PDF, filename = 'Hours.pdf', token = fixture.token): Promise<Answer> =>
    sendForm(world, token, fileForm(content, filename), '/knowledge/upload');
  const list = async () => (await fixture.ask('GET', '/knowledge')).body as KnowledgeDocument[];
  const uploaded = async (filename?: string) =>
    ((await upload(PDF, filename)).body as { document_id: string }).document_id;

  it('are stored at once, and become ready by themselves', async () => {
    const answer = await upload();
    assert.equal(answer.status, 201, answer.text);
    const { document_id, ...rest } = answer.body as { document_id: string };
    assert.deepEqual({ ...rest }, { org_id: fixture.org_id, original_filename: 'Hours.pdf', status: 'processing' });
    assert.isNotNull(await world.ports.objects.size(`${fixture.org_id}/knowledge/${document_id}.pdf`));
    await world.ports.ingestion.tick();
    const now = world.ports.clock.now().toISOString();
    assert.deepEqual(await list(), [
      {
        document_id,
        org_id: fixture.org_id,
        original_filename: 'Hours.pdf',
        media_type: 'application/pdf',
        status: 'ready',
        chunk_count: 1,
        embedding_model: 'fake-2',
        storage_key: `${fixture.org_id}/knowledge/${document_id}.pdf`,
        error_message: null,
        created_at: now,
        updated_at: now,
      },
    ]);
  });

  it('that cannot be read are failed and say why', async () => {
    await upload('%PDF-hostile');
    await world.ports.ingestion.tick();
    const [document] = await list();
    assert.deepInclude(document, { status: 'failed', error_message: 'The file cannot be read.', chunk_count: 0 });
  });

  const WRONG: readonly (readonly [what: string, content: string, filename: string, says: RegExp])[] = [
    ['another extension', PDF, 'Hours.txt', /\.pdf/],
    ['nothing in it', '', 'Hours.pdf', /empty/],
    ['another signature', 'PK\u0003\u0004 words', 'Hours.pdf', /not a PDF/],
  ];
  for (const [what, content, filename, says] of WRONG)
    it(`are refused with 400 when they have ${what}`, async () => {
      const answer = await upload(content, filename);
      assert.equal(answer.status, 400, answer.text);
      assert.match(String(answer.detail), says);
      assert.deepEqual(await list(), []);
    });

  it('are refused with 413 when they are as large as the limit', async () => {
    const whole = PDF.padEnd(100_000, ' ');
    assert.equal((await upload(whole)).status, 413);
    assert.equal((await upload(whole.slice(0, -1))).status, 201);
    assert.lengthOf(await list(), 1);
  });

  it('are refused with 401 without a token, and with 422 without a file', async () => {
    assert.equal((await upload(PDF, 'Hours.pdf', 'none')).status, 401);
    const other = fileForm(PDF, 'Hours.pdf', 'other');
    assert.equal((await sendForm(world, fixture.token, other, '/knowledge/upload')).status, 422);
  });

  it('are shown as they were uploaded, whole or in part, under their own name', async () => {
    const id = await uploaded("Ada's Öffnungszeiten; 100%.pdf");
    const shown = await fixture.ask('GET', `/knowledge/${id}/preview`);
    assert.equal(shown.status, 200);
    assert.equal(shown.text, PDF);
    assert.deepEqual(
      ['content-type', 'content-length', 'x-content-type-options'].map((name) => shown.headers.get(name)),
      ['application/pdf', String(PDF.length), 'nosniff'],
    );
    const disposition = shown.headers.get('content-disposition') ?? '';
    assert.match(
      disposition,
      /^inline; filename="Ada's _ffnungszeiten; 100_\.pdf"; filename\*=UTF-8''Ada%27s%20%C3%96ffnungs/,
    );
    const part = await fixture.ask('GET', `/knowledge/${id}/preview`, { headers: { range: 'bytes=0-4' } });
    assert.deepInclude(part, { status: 206, text: '%PDF-' });
  });

  it('have no preview when they are not there, were not stored, or their PDF is gone', async () => {
    const id = await uploaded();
    await world.ports.objects.remove(`${fixture.org_id}/knowledge/${id}.pdf`);
    const now = new Date(0);
    await world.ports.knowledge.add({
      ...(await list())[0]!,
      ...toReady(1, 'm', now),
      document_id: 'd',
      storage_key: null,
    });
    for (const each of [id, 'd', 'nobody'])
      assert.equal((await fixture.ask('GET', `/knowledge/${each}/preview`)).status, 404, each);
  });

  it('are deleted once, with their metadata and vectors; the PDF stays in the object store', async () => {
    const id = await uploaded();
    await world.ports.ingestion.tick();
    assert.equal(await world.ports.vectors.count(fixture.org_id, id), 1);
    const gone = await fixture.ask('DELETE', `/knowledge/${id}`);
    assert.deepEqual([gone.status, gone.body], [200, { deleted: true }]);
    assert.equal((await fixture.ask('DELETE', `/knowledge/${id}`)).status, 404);
    assert.deepEqual(await list(), []);
    assert.equal(await world.ports.vectors.count(fixture.org_id, id), 0);
    assert.equal(await world.ports.objects.size(`${fixture.org_id}/knowledge/${id}.pdf`), PDF.length);
    assert.equal((await fixture.ask('GET', `/knowledge/${id}/preview`)).status, 404);
  });

  it('can be named by an agent of their organisation when they are ready, and not before', async () => {
    const id = await uploaded();
    await world.ports.knowledge.add({ ...(await list())[0]!, document_id: 'eve', org_id: 'o2', status: 'ready' });
    await world.ports.ingestion.tick();
    const config = (...ids: string[]) => ({ ...testConfig(), knowledge_base: { enabled: true, document_ids: ids } });
    const create = (name: string, ...ids: string[]) =>
      fixture.ask('POST', '/agents', { body: { name, agent_category: 'websocket', config: config(...ids) } });
    assert.equal((await create('Ready', id)).status, 201);
    await world.ports.knowledge.add({ ...(await list())[0]!, document_id: 'failed', status: 'failed' });
    for (const unready of ['failed', 'eve', 'nobody']) {
      const detail = `knowledge_base.document_ids: document ${unready} is not ready`;
      assert.deepInclude(await create('Other', id, unready), { status: 422, detail });
      const body = { config: config(unready) };
      assert.deepInclude(await fixture.ask('PATCH', `/agents/${fixture.agentId}`, { body }), { status: 422, detail });
    }
  });

  it('that cannot be stored are answered with 500 and kept as failed', async () => {
    const put = world.ports.objects.put;
    Object.assign(world.ports.objects, { put: () => Promise.reject(new Error('disk on fire')) });
    const answer = await upload();
    Object.assign(world.ports.objects, { put });
    assert.equal(answer.status, 500);
    assert.match(String(answer.detail), /could not be stored/);
    const [document] = await list();
    assert.deepInclude(document, { status: 'failed', storage_key: null, error_message: String(answer.detail) });
    await world.ports.ingestion.tick();
    assert.deepEqual(await list(), [document!]);
  });
});
