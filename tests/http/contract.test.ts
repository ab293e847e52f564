import { assert } from 'chai';
import { OpenAPISchemaValidator } from 'express-openapi-validator/dist/framework/openapi.schema.validator.js';
import { loadContract, operationIds, type Operation } from '../../adapters/http/contract.ts';
import { requireSameOperations } from '../../adapters/http/dispatch.ts';
import { ALLOWANCES } from '../../adapters/http/rate-limits.ts';
import { ok, type AnyHandlers } from '../../adapters/http/handler.ts';
import { ROLES } from '../../domain/accounts/principal.ts';
import { ORGANISATION_NAME_MAX } from '../../domain/accounts/organisation.ts';
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN } from '../../domain/accounts/user.ts';
import { AGENT_CATEGORIES } from '../../domain/agents/agent.ts';
import { AUDIT_ACTIONS, AUDIT_OUTCOMES } from '../../domain/audit/event.ts';
import { CALL_RESPONSES, CALL_STATUSES, CALL_TYPES } from '../../domain/calls/call-log.ts';
import { RESPONSE_SYNONYMS } from '../../domain/calls/call-patch.ts';
import { PROVIDER_KINDS } from '../../domain/providers/declaration.ts';
import { LINK_ACTIONS } from '../../domain/telephony/phone-number.ts';

const contract = loadContract('/api/v1');
const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => METHODS.includes(method))
    .map(([method, operation]) => ({ path, method, operation: operation as Operation & { tags?: string[] } })),
);

/** What stands in the contract at these keys. */
const at = (...keys: string[]): unknown =>
  keys.reduce<unknown>((place, key) => (place as Record<string, unknown> | undefined)?.[key], contract);

const schema = (name: string, ...keys: string[]) => at('components', 'schemas', name, ...keys);
const signUpField = (name: string) =>
  at(
    'paths',
    '/api/v1/users/signup',
    'post',
    'requestBody',
    'content',
    'application/json',
    'schema',
    'properties',
    name,
  );

describe('the contract', () => {
  it('is OpenAPI', () => {
    const checking = new OpenAPISchemaValidator({ version: contract.openapi, validateApiSpec: true });
    assert.deepEqual(checking.validate(contract as never).errors, []);
    assert.isNotEmpty(checking.validate({ ...contract, paths: [] } as never).errors);
  });

  it('names every operation, once', () => {
    const ids = operationIds(contract);
    assert.lengthOf(ids, operations.length);
    assert.lengthOf([...new Set(ids)], ids.length);
  });

  it('lists every status of an operation, and none as the default', () => {
    for (const { path, method, operation } of operations) {
      assert.notProperty(operation.responses, 'default', `${method} ${path}`);
      assert.property(operation.responses, '500', `${method} ${path}`);
      assert.isTrue(
        Object.keys(operation.responses).some((status) => /^2\d\d$/.test(status)),
        `${method} ${path}`,
      );
      assert.lengthOf(operation.tags ?? [], 1, `${method} ${path}`);
    }
  });

  it('documents 401 wherever credentials are needed, and a body that may be wrong', () => {
    for (const { path, method, operation } of operations) {
      const open = operation.security?.length === 0;
      if (!open) assert.property(operation.responses, '401', `${method} ${path}`);
      if ('requestBody' in operation) assert.containsAllKeys(operation.responses, ['413', '422'], `${method} ${path}`);
    }
  });

  it('repeats the numbers and words of the core as they are', () => {
    assert.deepInclude(schema('NewPassword') as object, { minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX });
    assert.deepInclude(schema('EmailAddress') as object, { maxLength: EMAIL_MAX });
    assert.deepInclude(signUpField('organisation_name') as object, { maxLength: ORGANISATION_NAME_MAX });
    assert.deepEqual(schema('Role', 'enum'), [...ROLES]);
    assert.deepEqual(schema('AuditAction', 'enum'), [...AUDIT_ACTIONS]);
    assert.deepEqual(schema('AuditEvent', 'properties', 'outcome', 'enum'), [...AUDIT_OUTCOMES]);
    assert.deepEqual(schema('AuthCatalogueEntry', 'properties', 'kinds', 'items', 'enum'), [...PROVIDER_KINDS]);
    assert.deepEqual(schema('CallLogStatus', 'enum'), [...CALL_STATUSES]);
    assert.deepEqual(schema('CallLogResponse', 'properties', 'call_type', 'enum'), [...CALL_TYPES]);
    assert.deepEqual(schema('CallLogResponse', 'properties', 'call_response', 'enum'), [...CALL_RESPONSES, null]);
    assert.deepEqual(schema('AgentResponse', 'properties', 'agent_category', 'enum'), [...AGENT_CATEGORIES]);
    assert.deepEqual(schema('PhoneNumberResponse', 'properties', 'last_link_action', 'enum'), [...LINK_ACTIONS, null]);
    const patch = at('components', 'requestBodies', 'CallPatch', 'content', 'application/json');
    const words = (patch as { schema: { properties: { call_response: { enum: string[] } } } }).schema.properties;
    assert.deepEqual(words.call_response.enum, [...CALL_RESPONSES, ...Object.keys(RESPONSE_SYNONYMS)]);
  });

  it('says how often an operation may be asked, where that is limited', () => {
    for (const [id, { account, client }] of Object.entries(ALLOWANCES)) {
      const { operation, path } = operations.find((each) => each.operation.operationId === id)!;
      const { description = '' } = operation as { description?: string };
      assert.property(operation.responses, '429', path);
      const words = description.replaceAll(/\s+/g, ' ');
      for (const [allowance, whom] of [
        [account, 'per email address'],
        [client, 'per client address'],
      ] as const) {
        if (!allowance) continue;
        const [fields] = new RegExp(`\\d+[^,\\d]*${whom}`).exec(words) ?? [''];
        assert.match(fields, new RegExp(`^${allowance.requests}\\b`), `${path}: ${whom}`);
      }
      assert.include(words, (account ?? client).minutes === 60 ? 'an hour' : 'a minute', path);
    }
  });

  it('puts no defaults into a request: a patch must not change what it does not name', () => {
    for (const { path, method, operation } of operations)
      assert.notInclude(
        JSON.stringify((operation as { requestBody?: unknown }).requestBody ?? {}),
        '"default"',
        `${method} ${path}`,
      );
  });
});

describe('the start', () => {
  const handlers = (ids: readonly string[]): AnyHandlers => Object.fromEntries(ids.map((id) => [id, () => ok({})]));
  const promised = operationIds(contract);

  it('starts when every operation has a handler', () => {
    requireSameOperations(promised, handlers(promised));
  });

  it('is refused when an operation has no handler', () => {
    assert.throws(() => requireSameOperations(promised, handlers(promised.slice(1))), `unanswered: ${promised[0]}`);
  });

  it('is refused when a handler has no operation', () => {
    const more = handlers([...promised, 'flyToTheMoon']);
    assert.throws(() => requireSameOperations(promised, more), 'not in openapi.yaml: flyToTheMoon');
  });

  it('is not deceived by names that every object has', () => {
    assert.throws(() => requireSameOperations([...promised, 'toString'], handlers(promised)), 'unanswered: toString');
  });
});
