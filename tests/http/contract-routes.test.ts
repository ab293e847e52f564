import { assert } from 'chai';
import { contractRoutes } from '../../adapters/http/contract-routes.ts';
import { loadContract, operationsOf, type PathItem } from '../../adapters/http/contract.ts';
import { openWorld, type World } from '../support/world.ts';

const contract = loadContract('/api/v1');

/** Routes of a contract with these paths. */
const routesOf = (...paths: string[]) =>
  contractRoutes({ ...contract, paths: Object.fromEntries(paths.map((path) => [path, itemOf(path)])) });

/** An item that can be told by its path. */
const itemOf = (path: string): PathItem => ({ get: { operationId: path, responses: {} } });

/** Which path is meant, and what stands in it. */
const meant = (routes: ReturnType<typeof routesOf>, path: string) => {
  const route = routes(path);
  return route && [route.item['get']?.operationId, route.params];
};

describe('the routes of a contract', () => {
  it('are found by their very letters', () => {
    const routes = routesOf('/', '/health', '/api/v1/agents', '/api/v1/agents/{agent_id}');
    assert.deepEqual(meant(routes, '/'), ['/', {}]);
    assert.deepEqual(meant(routes, '/api/v1/agents'), ['/api/v1/agents', {}]);
    assert.deepEqual(meant(routes, '/api/v1/agents/a1'), ['/api/v1/agents/{agent_id}', { agent_id: 'a1' }]);
    for (const path of [
      '',
      '//',
      '/Health',
      '/health/',
      '/healthy',
      '/api/v1/agents/',
      '/api/v1//agents',
      '/api/v1/agents/a1/',
    ])
      assert.isNull(routes(path), path);
  });

  it('tell a path with a slash at its end from one without', () => {
    const routes = routesOf('/campaign', '/campaign/', '/campaign/{id}', '/campaign/{id}/');
    for (const path of ['/campaign', '/campaign/']) assert.deepEqual(meant(routes, path), [path, {}]);
    assert.deepEqual(meant(routes, '/campaign/c1'), ['/campaign/{id}', { id: 'c1' }]);
    assert.deepEqual(meant(routes, '/campaign/c1/'), ['/campaign/{id}/', { id: 'c1' }]);
    assert.isNull(routes('/campaign//'));
    assert.isNull(routesOf('/campaign/')('/campaign'));
  });

  it('prefer what is written out to a parameter in its place, in whatever order they come', () => {
    const paths = ['/calls/{id}/{part}', '/calls/{id}/recording', '/calls/web/{part}', '/calls/{id}', '/calls/web'];
    for (const order of [paths, paths.toReversed()]) {
      const routes = routesOf(...order);
      assert.deepEqual(meant(routes, '/calls/web'), ['/calls/web', {}]);
      assert.deepEqual(meant(routes, '/calls/web/recording'), ['/calls/web/{part}', { part: 'recording' }]);
      assert.deepEqual(meant(routes, '/calls/c1/recording'), ['/calls/{id}/recording', { id: 'c1' }]);
      assert.deepEqual(meant(routes, '/calls/c1/other'), ['/calls/{id}/{part}', { id: 'c1', part: 'other' }]);
    }
  });

  it('decode what stands in a parameter, once, and refuse what cannot be decoded', () => {
    const routes = routesOf('/users/{email}');
    assert.deepEqual(meant(routes, '/users/a%40b%2Fc%2520'), ['/users/{email}', { email: 'a@b/c%20' }]);
    for (const path of ['/users/%zz', '/users/%ff']) assert.throws(() => routes(path), URIError);
  });

  it('lead from every path of openapi.yaml to what it promises', () => {
    const routes = contractRoutes(contract);
    for (const [path, item] of Object.entries(contract.paths))
      assert.equal(routes(path.replaceAll(/[{}]/g, '~'))?.item, item, path);
    assert.isNotEmpty(operationsOf(contract));
  });
});

describe('a slash at the end of a path', () => {
  let world: World;
  before(async () => (world = await openWorld()));

  it('makes it another path, which exists only where the contract says so', async () => {
    const { token } = await world.signUp();
    for (const path of Object.keys(contract.paths).filter((each) => !each.endsWith('/'))) {
      const slashed = `${path.replaceAll(/\{\w+\}/g, 'x')}/`;
      if (contractRoutes(contract)(slashed)) continue;
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const answer = await world.ask(method, slashed, { token });
        assert.deepInclude(answer, { status: 404, detail: 'Not Found' }, `${method} ${slashed}`);
      }
    }
  });
});
