import { Router, type Request, type RequestHandler } from 'express';
import { middleware } from 'express-openapi-validator';
import specValidator from 'express-openapi-validator/dist/framework/openapi.schema.validator.js';
import type { OpenApiValidatorOpts } from 'express-openapi-validator/dist/openapi.validator.js';
import {
  asApiSpec,
  operationsOf,
  type Contract,
  type Operation,
  type Parameter,
  type PathItem,
  type Reference,
} from './contract.ts';
import { operationOf, pathParamsOf } from './operation.ts';

/** Holds what is sent against the contract, all problems at once. Operations that can be sent nothing wrong pass. */
export const validateRequests = oncePerContract((contract: Contract): RequestHandler => {
  const validator = validatorOf(withoutDomainSchemas(unanswered(contract)) as Contract, {
    validateRequests: { allErrors: true, allowUnknownQueryParameters: true },
  });
  const strict = new Set<Operation | null>(
    operationsOf(contract).flatMap(({ operation, item }) => (canBeWrong(contract, operation, item) ? [operation] : [])),
  );
  return (request, response, next) => {
    if (strict.has(operationOf(request))) void validator(request, response, next);
    else next();
  };
});

/** Holds our own answers against the contract: one that breaks a promise becomes a 500. For tests. */
export const validateResponses = oncePerContract((contract: Contract): RequestHandler =>
  validatorOf(contract, { validateRequests: false, validateResponses: { onError: rethrow } }),
);

/** A contract takes most of a second to prepare: that is done once, for whatever apps there are in a process. */
function oncePerContract(prepare: (contract: Contract) => RequestHandler): typeof prepare {
  const prepared = new WeakMap<Contract, RequestHandler>();
  return (contract) => {
    const handler = prepared.get(contract) ?? prepare(contract);
    prepared.set(contract, handler);
    return handler;
  };
}

// The package prepares to check the contract, for a quarter of a second, also when it is told not to check it.
const { OpenAPISchemaValidator: Checking } = specValidator;
Object.assign(specValidator, {
  OpenAPISchemaValidator: function (options: ConstructorParameters<typeof Checking>[0]): object {
    return options.validateApiSpec ? new Checking(options) : {};
  },
});

/** The contract without its answers, which take longer to prepare than what is asked. */
function unanswered(contract: Contract): Contract {
  const paths = Object.entries(contract.paths).map(([path, item]) => {
    const parts = Object.entries(item).map(([name, part]) => [
      name,
      part?.responses ? { ...part, responses: {} } : part,
    ]);
    return [path, Object.fromEntries(parts) as PathItem];
  });
  return { ...contract, paths: Object.fromEntries(paths) as Contract['paths'] };
}

/**
 * The contract with every schema that is marked `x-validated-by: domain` cut down to its type. For those the domain has
 * messages of its own, which clients know; what the contract publishes of them is held against the domain by a test.
 */
function withoutDomainSchemas(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map(withoutDomainSchemas);
  if ('x-validated-by' in node) return 'type' in node ? { type: node.type } : {};
  return Object.fromEntries(Object.entries(node).map(([key, part]) => [key, withoutDomainSchemas(part)]));
}

function validatorOf(contract: Contract, what: Partial<OpenApiValidatorOpts>): Router {
  const [prepare, find, ...checks] = middleware({
    apiSpec: asApiSpec(contract),
    // That openapi.yaml is OpenAPI is for the tests to prove, not for every start.
    validateApiSpec: false,
    validateSecurity: false,
    fileUploader: false,
    ...what,
  }) as RequestHandler[];
  if (!prepare || !find) throw new Error('The validator has other parts than it had');
  return Router().use(prepare, findOnce(find), checks);
}

interface ValidatedRequest extends Request {
  openapi?: object;
}

/**
 * Lets the validator find an operation once and remembers what it found. It looks through all paths of the contract,
 * making their patterns anew for each request, and we know the operation already.
 */
function findOnce(find: RequestHandler): RequestHandler {
  const found = new Map<Operation | null, object>();
  return (request: ValidatedRequest, response, next) => {
    const operation = operationOf(request);
    const known = found.get(operation);
    if (known) {
      request.openapi = { ...known, pathParams: { ...pathParamsOf(request) } };
      return next();
    }
    return find(request, response, (error?: unknown) => {
      if (error === undefined && request.openapi) found.set(operation, request.openapi);
      next(error);
    });
  };
}

/** Whether a request for an operation may have anything wrong that its path does not show. */
function canBeWrong({ components }: Contract, { requestBody, parameters = [] }: Operation, item: PathItem): boolean {
  const shared = (item['parameters'] ?? []) as readonly (Parameter | Reference)[];
  const all = [...shared, ...parameters].map((each) =>
    '$ref' in each ? components.parameters[each.$ref.split('/').at(-1) ?? ''] : each,
  );
  return requestBody !== undefined || !all.every((parameter) => parameter !== undefined && isAnyText(parameter));
}

/** Whether a parameter stands in the path and may be any text. */
const isAnyText = ({ in: place, schema = {} }: Parameter): boolean =>
  place === 'path' && schema['type'] === 'string' && Object.keys(schema).every((key) => HARMLESS.has(key));

/** Keywords of a schema that forbid no text. */
const HARMLESS = new Set(['type', 'description', 'title', 'example', 'examples']);

function rethrow(error: Error): never {
  throw error;
}
