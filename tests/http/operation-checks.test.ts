import { assert } from 'chai';
import type { NextFunction, Request, Response } from 'express';
import { authenticate, type RequestCredentials } from '../../adapters/http/authenticate.ts';
import { loadContract, operationsOf, type Contract, type Operation } from '../../adapters/http/contract.ts';
import { findOperation } from '../../adapters/http/operation.ts';
import { requirePatchedVersion, resolveReference } from '../../adapters/http/openapi-validator.ts';
import { validateRequests } from '../../adapters/http/validation.ts';
import { openWorld, type World } from '../support/world.ts';

const written = loadContract('/api/v1');
const JSON_TYPE = { 'content-type': 'application/json' };

/** A contract of one operation. */
const contractOf = (operation: Partial<Operation>, rest: object = {}): Contract => ({
  ...written,
  paths: { '/things/{id}': { get: { responses: {}, ...operation }, ...rest } },
});

describe('credentials of the contract', () => {
  const credentials: RequestCredentials = {
    tokens: { issue: () => '', verify: () => null },
    internalApiKey: null,
    authenticateApiKey: () => Promise.reject(new Error('No API keys here')),
    confirm: async (principal) => principal,
  };

  it('stop the server from starting when a scheme is unknown', () => {
    for (const security of [
      [{ Magic: [] }],
      [{ BearerAuth: [] }, { ApiKeyAuth: [] }],
      [{ BearerAuth: [], Magic: [] }],
      [{}],
    ])
      assert.throws(() => authenticate(contractOf({ security }), credentials), /has an unknown security scheme/);
    authenticate(contractOf({ security: [] }), credentials);
    authenticate(written, credentials);
  });
});

describe('the OpenAPI validator', () => {
  it('stops the server from starting when another version is installed than the one that is patched', () => {
    requirePatchedVersion();
    assert.throws(
      () => requirePatchedVersion('5.7.0'),
      /express-openapi-validator 5\.7\.0 is installed, but .+ patches/,
    );
  });

  it('finds what references point to, through others, and ends in a circle', () => {
    const [schema, path] = [{ type: 'string' }, { get: {} }];
    const components = {
      schemas: {
        name: schema,
        alias: { $ref: '#/components/schemas/name' },
        one: { $ref: '#/components/schemas/other' },
        other: { $ref: '#/components/schemas/one' },
      },
    };
    const contract = { components, paths: { '/a~b': path } };
    const found = ($ref: string): unknown => resolveReference(contract, { $ref });
    assert.strictEqual(found('#/components/schemas/name'), schema);
    assert.strictEqual(found('#/components/schemas/alias'), schema);
    assert.strictEqual(found('#/paths/~1a~0b'), path);
    assert.isUndefined(found('#/components/responses/name'));
    assert.property(found('#/components/schemas/one'), '$ref');
    assert.strictEqual(resolveReference(contract, schema), schema);
    assert.isNull(resolveReference(contract, undefined));
  });
});

describe('the shape of a request', () => {
  /** Whether a request continues without a check against the contract. */
  function passes(contract: Contract): boolean {
    const request = {
      method: 'GET',
      path: '/things/t1',
      url: '/things/t1',
      originalUrl: '/things/t1',
      headers: {},
    } as Request;
    let passed = false;
    const next: NextFunction = () => (passed = true);
    void findOperation(contract)(request, {} as Response, () => undefined);
    void validateRequests(contract).handle(request, {} as Response, next);
    return passed;
  }
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

  it('is not looked at where nothing can be wrong with it', () => {
    assert.isTrue(passes(contractOf({ parameters: [id] })));
    assert.isTrue(passes(contractOf({}, { parameters: [id] })));
  });

  it('is looked at wherever something can be', () => {
    const bounded = { ...id, schema: { type: 'string', maxLength: 5 } };
    const contracts = [
      contractOf({ parameters: [bounded] }),
      contractOf({}, { parameters: [bounded] }),
      contractOf({ parameters: [{ ...id, schema: { type: 'integer' } }] }),
      contractOf({ parameters: [{ in: 'path' }] }),
      contractOf({ parameters: [id, { in: 'query', schema: { type: 'string' } }] }),
      contractOf({ parameters: [id, { in: 'header', schema: { type: 'string' } }] }),
      contractOf({ parameters: [{ $ref: '#/components/parameters/Languages' }] }),
      contractOf({ parameters: [{ $ref: '#/components/parameters/NoSuchThing' }] }),
      contractOf({ parameters: [id], requestBody: { content: {} } }),
    ];
    for (const contract of contracts) assert.isFalse(passes(contract), JSON.stringify(operationsOf(contract)[0]));
  });
});

describe('requests for one operation', () => {
  it('are each held against the contract by what they say themselves', async () => {
    const world = await openWorld();
    const { token } = await world.signUp();
    const list = (languages: string) => world.ask('GET', `/api/v1/configuration/stt?${languages}`, { token });
    const logIn = (body: object) => world.ask('POST', '/api/v1/users/login', { body });
    const known = { email: 'ada@example.com', password: 'correct horse' };
    for (let turn = 0; turn < 3; turn += 1) {
      assert.equal((await list('languages=en')).status, 200);
      assert.equal((await list('languages=en&languages=hi')).status, 400);
      assert.equal((await logIn(known)).status, 200);
      assert.equal((await logIn({ ...known, password: 7 })).status, 422);
      for (const provider of ['test_stt', 'no_vendor']) {
        const path = `/api/v1/configuration/stt/setting/${provider}?languages=en`;
        assert.equal((await world.ask('GET', path, { token })).status, provider === 'test_stt' ? 200 : 404, path);
      }
    }
  });
});

describe('the body of a request', () => {
  let world: World;
  before(async () => (world = await openWorld()));

  it('is not read before its sender is known', async () => {
    const answer = await world.ask('POST', '/api/v1/agents', { raw: '{"broken', headers: JSON_TYPE });
    assert.deepInclude(answer, { status: 401, detail: 'Not authenticated' });
  });

  it('is left alone where none is asked for', async () => {
    const { token } = await world.signUp();
    const answer = await world.ask('DELETE', '/api/v1/agents/none', { token, raw: '{"broken', headers: JSON_TYPE });
    assert.deepInclude(answer, { status: 404, detail: 'Agent not found' });
    assert.equal((await world.ask('POST', '/nowhere', { raw: '{"broken', headers: JSON_TYPE })).status, 404);
  });
});
