import { assert } from 'chai';
import { fileForm, sendForm } from '../support/contact-lists.ts';
import { openWorld, type Signer, type World } from '../support/world.ts';

const NUMBER = '+14155550100';

describe('suppressions over HTTP', () => {
  let world: World;
  let ada: Signer;
  beforeEach(async () => {
    world = await openWorld();
    ada = await world.signUp();
  });
  const ask = (method: string, path = '', body?: unknown) =>
    world.ask(method, `/api/v1/suppressions${path}`, { token: ada.token, ...(body !== undefined && { body }) });

  it('are added, found as people write the number, listed and removed', async () => {
    const added = await ask('POST', '', { phone_number: '+1 (415) 555-0100', reason: ' asked to stop ' });
    assert.equal(added.status, 201);
    assert.deepInclude(added.body as object, { phone_number: NUMBER, reason: 'asked to stop', source: 'api' });
    const again = await ask('POST', '', { phone_number: NUMBER, reason: 'another reason' });
    assert.deepEqual([again.status, again.body], [201, added.body]);
    assert.deepEqual((await ask('GET', `/${encodeURIComponent(NUMBER)}`)).body, added.body);
    assert.deepEqual((await ask('GET')).body, { suppressions: [added.body], total: 1 });
    assert.equal((await ask('DELETE', `/${NUMBER}`)).status, 200);
    assert.deepInclude(await ask('DELETE', `/${NUMBER}`), { status: 404, body: { detail: 'Suppression not found' } });
    assert.equal((await ask('GET', `/${NUMBER}`)).status, 404);
  });

  it('tell what is wrong with a number or a reason', async () => {
    for (const [body, detail] of [
      [{ phone_number: 'Ada' }, /phone_number must be a telephone number in E\.164, for example \+14155550100/],
      [{ phone_number: NUMBER, reason: 'one\ntwo' }, /reason must be one line of at most 200 characters/],
    ] as const) {
      const { status, text } = await ask('POST', '', body);
      assert.equal(status, 422);
      assert.match(text, detail);
    }
  });

  it('are imported from a CSV file', async () => {
    const form = fileForm(`phone_number,reason\n${NUMBER},asked to stop\n+14155550101,\n`);
    const { status, body } = await sendForm(world, ada.token, form, '/suppressions/import');
    assert.deepEqual([status, body], [201, { added: 2, rows: 2 }]);
    const refused = await sendForm(world, ada.token, fileForm('number\n1\n'), '/suppressions/import');
    assert.deepInclude(refused, { status: 400 });
    assert.match(refused.text, /no phone_number column/);
  });
});
