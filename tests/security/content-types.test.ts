import { assert } from 'chai';
import { compileValidation } from '../../adapters/http/app.ts';
import { atEndOfTest } from '../support/temporary.ts';
import { openWorld, type World } from '../support/world.ts';

/** Counts the functions that are made of text from now on: a validator is compiled to one. */
function countCompiled(): () => number {
  const native = globalThis.Function;
  let made = 0;
  const counting = new Proxy(native, {
    construct(target, args, proxy) {
      made += 1;
      return Reflect.construct(target, args, proxy) as object;
    },
  });
  globalThis.Function = counting;
  atEndOfTest(() => void (globalThis.Function = native));
  return () => made;
}

const LOGIN = { raw: JSON.stringify({ email: 'nobody@example.com' }) };

describe('validation of requests', () => {
  let world: World;
  before(async () => {
    // Without validation of responses, which only tests have, and which compiles too.
    world = await openWorld(undefined, { validateResponses: false });
  });

  const logInWith = async (type: string): Promise<number> =>
    (await world.ask('POST', '/api/v1/users/login', { ...LOGIN, headers: { 'content-type': type } })).status;

  it('compiles nothing for content types that a client makes up', async () => {
    const { token } = await world.signUp();
    assert.equal(await logInWith('application/json'), 422);
    await world.ask('GET', '/api/v1/agents?limit=1', { token });
    const compiled = countCompiled();
    for (let turn = 0; turn < 5; turn += 1) {
      for (const type of [`application/json; x=${turn}`, 'Application/JSON', 'application/json;charset=UTF-8'])
        assert.equal(await logInWith(type), 422, type);
      assert.equal(await logInWith(`text/x${turn}; x=${turn}`), 422);
      const read = await world.ask('GET', '/api/v1/agents?limit=1', {
        token,
        headers: { 'content-type': `text/x${turn}` },
      });
      assert.equal(read.status, 200);
    }
    assert.equal(compiled(), 0);
  });

  it('is compiled before the first request of each operation', async () => {
    const { token, org_id } = await world.signUp('bea');
    await compileValidation('/api/v1');
    const compiled = countCompiled();
    const requests = [
      ['POST', '/api/v1/agents'],
      ['PATCH', '/api/v1/agents/x'],
      ['POST', '/api/v1/campaign/create'],
      ['POST', '/api/v1/phone-numbers/attach'],
      ['POST', '/api/v1/auth'],
      // Those whose body stands elsewhere in the contract.
      ['PATCH', '/api/v1/calls/x', 400],
      ['PATCH', '/api/v1/calls/by-provider-sid/x', 404],
      ['POST', '/api/v1/members/assign-admin'],
    ] as const;
    for (const [method, path, status = 422] of requests) {
      const answer = await world.ask(method, path, { token, body: { name: 7 } });
      assert.equal(answer.status, status, path);
      // As the router says of a path that the contract does not have.
      assert.notDeepEqual(answer.body, { detail: 'Not Found' }, path);
    }
    for (const path of [`/api/v1/calls/org/${org_id}`])
      assert.equal((await world.ask('GET', `${path}?limit=x`, { token })).status, 422, path);
    assert.equal(compiled(), 0);
  });
});
