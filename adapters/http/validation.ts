import type { Request, RequestHandler } from 'express';
import {
  oncePerContract,
  operationsOf,
  type Contract,
  type Operation,
  type Parameter,
  type PathItem,
  type Reference,
} from './contract.ts';
import { contractValidator, responseSchemas } from './openapi-validator.ts';
import { operationOf, routeOf } from './operation.ts';

/** Validates requests against the contract and reports all problems at once. Operations without constraints pass. */
export const validateRequests = oncePerContract((contract: Contract): RequestValidation => {
  const { validate, compile } = contractValidator(withoutDomainSchemas(unanswered(contract)) as Contract, {
    validateRequests: { allErrors: true, allowUnknownQueryParameters: true },
  });
  const strict = new Set<Operation | null | undefined>(
    operationsOf(contract).flatMap(({ operation, item }) => (canBeWrong(contract, operation, item) ? [operation] : [])),
  );
  let compiling: Promise<void> | undefined;
  return {
    handle(request, response, next) {
      if (strict.has(operationOf(request))) void validate(request, response, next);
      else next();
    },
    compile: () => (compiling ??= compile((route, method) => strict.has(contract.paths[route]?.[method]))),
  };
});

interface RequestValidation {
  readonly handle: RequestHandler;
  /** Compiles all validators in the background, once per process. */
  compile(): Promise<void>;
}

/**
 * Validates JSON responses against the contract: an invalid one answers 500. For tests. A schema is compiled when it is
 * first needed, because the package would prepare the whole contract for each status of each operation.
 */
export const validateResponses = oncePerContract((contract: Contract): RequestHandler => {
  const schemas = responseSchemas(contract);
  return (request, response, next) => {
    const send = response.json.bind(response);
    response.json = (body: unknown) => {
      response.json = send;
      const pointer = responseSchemaOf(contract, request, response.statusCode);
      const isValid = pointer === null ? null : schemas.getSchema(`contract${pointer}`);
      if (isValid && !isValid(JSON.parse(JSON.stringify(body))))
        throw new Error(`${request.method} ${request.path} answered ${schemas.errorsText(isValid.errors)}`);
      return send(body);
    };
    next();
  };
});

/** Where the schema of a JSON response is. Null for other responses. Throws for a status that is not listed. */
function responseSchemaOf(contract: Contract, request: Request, status: number): string | null {
  const responses = operationOf(request)?.responses ?? {};
  const listed = [`${status}`, `${Math.floor(status / 100)}XX`].find((each) => Object.hasOwn(responses, each));
  if (listed === undefined)
    throw new Error(`${request.method} ${request.path} answered ${status}, which is not listed`);
  const response = responses[listed] as { readonly $ref?: string };
  const place = ['', 'paths', routeOf(request), request.method.toLowerCase(), 'responses', listed].map(escaped);
  const pointer = response.$ref ?? `#${place.join('/')}`;
  const found = pointed(contract, pointer) as { readonly content?: Readonly<Record<string, unknown>> };
  return found.content?.[JSON_TYPE] ? `${pointer}/content/${escaped(JSON_TYPE)}/schema` : null;
}

const JSON_TYPE = 'application/json';

/** A name as it stands in a JSON pointer of a URL. */
const escaped = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));

/** What a JSON pointer leads to in the contract. */
const pointed = (contract: Contract, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, name) => (node as Readonly<Record<string, unknown>>)[name], contract);

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
