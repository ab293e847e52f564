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

/** Validates requests against the contract and reports all problems at once. Operations without constraints pass. */
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

/** Validates responses against the contract: an invalid one answers 500. For tests. */
export const validateResponses = oncePerContract((contract: Contract): RequestHandler =>
  validatorOf(contract, { validateRequests: false, validateResponses: { onError: rethrow } }),
);

/** Preparing a contract takes most of a second, so it is done once per process. */
function oncePerContract(prepare: (contract: Contract) => RequestHandler): typeof prepare {
  const prepared = new WeakMap<Contract, RequestHandler>();
  return (contract) => {
    const handler = prepared.get(contract) ?? prepare(contract);
    prepared.set(contract, handler);
    return handler;
  };
}

// The package prepares its contract check for a quarter of a second even when the check is off.
const { OpenAPISchemaValidator: Checking } = specValidator;
Object.assign(specValidator, {
  OpenAPISchemaValidator: function (options: ConstructorParameters<typeof Checking>[0]): object {
    return options.validateApiSpec ? new Checking(options) : {};
  },
});

/** The contract without responses, which take longer to prepare than requests. */
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
 * The contract with every schema marked `x-validated-by: domain` reduced to its type. The domain validates those with
 * messages that clients know. A test compares the published schema with the domain.
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
    // Tests prove that openapi.yaml is valid.
    validateApiSpec: false,
    validateSecurity: false,
    fileUploader: false,
    ...what,
  }) as RequestHandler[];
  if (!prepare || !find) throw new Error('The validator has unexpected middleware');
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
