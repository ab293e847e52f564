import type { RequestHandler } from 'express';
import {
  operationsOf,
  type Contract,
  type Operation,
  type Parameter,
  type PathItem,
  type Reference,
} from './contract.ts';
import { contractValidator } from './openapi-validator.ts';
import { operationOf } from './operation.ts';

/** Validates requests against the contract and reports all problems at once. Operations without constraints pass. */
export const validateRequests = oncePerContract((contract: Contract): RequestHandler => {
  const validator = contractValidator(withoutDomainSchemas(unanswered(contract)) as Contract, {
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
  contractValidator(contract, { validateRequests: false, validateResponses: { onError: rethrow } }),
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
