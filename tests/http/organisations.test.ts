import { assert } from 'chai';
import { INTERNAL_KEY, openWorld, type Signer, type World } from '../support/world.ts';
import { fileForm, sendForm } from '../support/contact-lists.ts';
import { invited } from '../support/staff.ts';

describe('organisations over HTTP', () => {
  let world: World;
  let ada: Signer;
  beforeEach(async () => {
    world = await openWorld();
    ada = await world.signUp();
  });

  const remove = (orgId = ada.org_id, token = ada.token) =>
    world.ask('DELETE', `/api/v1/organisations/${orgId}`, { token });
  const get = (path: string, token: string) => world.ask('GET', `/api/v1${path}`, { token });
  const logIn = async ({ email, password }: Signer) =>
    (await world.ask('POST', '/api/v1/users/login', { body: { email, password } })).body as Record<string, unknown>;

  it('are deleted with their memberships, while users and agents stay', async () => {
    const ben = await invited(world, ada, 'ben');
    const { status, body } = await remove();
    assert.equal(status, 200);
    assert.deepEqual(body, { status: 'success', message: 'Organisation deleted' });
    assert.isNull(await world.ports.organisations.find(ada.org_id));
    assert.deepEqual(await world.ports.memberships.ofOrganisation(ada.org_id), []);
    for (const each of [ada, ben]) {
      const session = await logIn(each);
      assert.deepInclude(session, { org_id: null, role: 'member', organisations: [] });
      const token = session['access_token'] as string;
      assert.deepEqual((await get('/users/organisations', token)).body, { status: 'success', organisations: [] });
      assert.deepInclude(await get('/users/me', token), { status: 400, detail: 'No active organisation in token' });
    }
  });

  // Spec: the service never deletes other records, so documents stay although the organisation is gone.
  it('leave their documents, vectors and PDFs in the stores when they are deleted', async () => {
    await sendForm(world, ada.token, fileForm('%PDF-words', 'a.pdf'), '/knowledge/upload');
    await world.ports.ingestion.tick();
    const documents = await world.ports.knowledge.list(ada.org_id);
    assert.lengthOf(documents, 1);
    assert.equal((await remove()).status, 200);
    assert.deepEqual(await world.ports.knowledge.list(ada.org_id), documents);
    assert.equal(await world.ports.vectors.count(ada.org_id, documents[0]!.document_id), 1);
    assert.isNotNull(await world.ports.objects.size(documents[0]!.storage_key!));
  });

  it('refuses tokens of deleted organisations', async () => {
    const ben = await invited(world, ada, 'ben');
    const exchange = { key: INTERNAL_KEY, body: { org_id: ada.org_id } };
    const { access_token: bot } = (await world.ask('POST', '/api/v1/users/bot/token', exchange)).body as {
      access_token: string;
    };
    await remove();
    for (const token of [ada.token, ben.token, bot]) {
      for (const path of ['/agents', '/calls/inbound', '/calls/outbound', '/calls/web'])
        assert.deepInclude(await world.ask('POST', `/api/v1${path}`, { token, body: {} }), {
          status: 401,
          detail: 'Organisation no longer exists',
        });
      assert.equal((await get(`/members/${ada.org_id}`, token)).status, 403);
      assert.equal((await remove(ada.org_id, token)).status, 401);
    }
    assert.equal((await get('/users/me', ada.token)).status, 401);
    assert.equal((await world.ask('POST', '/api/v1/users/bot/token', exchange)).status, 404);
  });

  it('are deleted once, also when two ask at the same time', async () => {
    const answers = await Promise.all([remove(), remove()]);
    const [first, second] = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    assert.equal(first, 200);
    assert.include([401, 404], second);
  });

  it('are deleted only while they are the active one', async () => {
    const eve = await world.signUp('eve');
    for (const orgId of [eve.org_id, 'no such organisation'])
      assert.deepInclude(await remove(orgId), {
        status: 403,
        detail: 'Only the active organisation can be deleted',
      });
    assert.isNotNull(await world.ports.organisations.find(eve.org_id));
  });

  it('leave their members where else they belong', async () => {
    const eve = await world.signUp('eve');
    await world.ask('POST', '/api/v1/members/invite', {
      token: ada.token,
      body: { email: eve.email, password: 'whatever it is' },
    });
    const switched = await world.ask('POST', '/api/v1/users/switch-organisation', {
      token: eve.token,
      body: { org_id: ada.org_id },
    });
    assert.equal(switched.status, 200);
    await remove();
    assert.deepInclude(await logIn(eve), { org_id: eve.org_id, role: 'super_admin' });
  });
});
