import { createRequire } from 'node:module';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import { middleware } from 'express-openapi-validator';
import { createResponseAjv } from 'express-openapi-validator/dist/framework/ajv/index.js';
import specValidator from 'express-openapi-validator/dist/framework/openapi.schema.validator.js';
import { SchemaPreprocessor } from 'express-openapi-validator/dist/middlewares/parsers/schema.preprocessor.js';
import internals from 'express-openapi-validator/dist/middlewares/util.js';
import type { OpenApiValidatorOpts } from 'express-openapi-validator/dist/openapi.validator.js';
import { eventLoopQueue } from '../lib/event-loop-queue.ts';
import { bodyTypes, methodsOf, type Contract, type Operation } from './contract.ts';
import { operationOf, pathParamsOf } from './operation.ts';

const PACKAGE = 'express-openapi-validator';
/** The version whose internals this module replaces. */
const PATCHED_VERSION = '5.6.2';

/** Validation of requests against a contract. */
export interface ContractValidator {
  readonly validate: RequestHandler;
  /**
   * Compiles the validators of the wanted operations, one in each iteration of the event loop. Without it the first request of an
   * operation does so, and others wait for up to 100 ms.
   */
  compile(isWanted: (route: string, method: string) => boolean): Promise<void>;
}

/**
 * The package's validation of requests, without two parts that cost more than the validation: its check of
 * the contract at start and its own router. The only module that relies on internals of the package. Throws for any
 * other version of it than the one that was patched.
 */
export function contractValidator(contract: Contract, what: Partial<OpenApiValidatorOpts>): ContractValidator {
  requirePatchedVersion();
  const [prepare, find, ...checks] = middleware({
    apiSpec: contract as unknown as Exclude<OpenApiValidatorOpts['apiSpec'], string>,
    // Tests prove that openapi.yaml is valid.
    validateApiSpec: false,
    validateSecurity: false,
    fileUploader: false,
    ...what,
  }) as RequestHandler[];
  if (!prepare || !find) throw new Error(`${PACKAGE} has unexpected middleware`);
  return {
    validate: Router().use(prepare, findOnce(find), withMediaTypeOnly(Router().use(checks))),
    async compile(isWanted) {
      for (const request of exampleRequests(contract, isWanted)) {
        await eventLoopQueue.next(isWanted);
        for (const step of [find, ...checks])
          // What is wrong with the example does not matter here.
          await new Promise((resolve) => void step(request as Request, {} as Response, resolve));
      }
    },
  };
}

/** A request for each of these operations and each media type of its body, as far as the package reads it. */
function* exampleRequests(contract: Contract, isWanted: (route: string, method: string) => boolean): Iterable<object> {
  for (const [route, item] of Object.entries(contract.paths))
    for (const method of methodsOf(item)) {
      if (!isWanted(route, method)) continue;
      const path = route.replaceAll(/\{\w+\}/g, 'x');
      const types = item[method] ? bodyTypes(contract, item[method]) : [];
      for (const headers of types.length > 0 ? types.map((type) => ({ 'content-type': type })) : [{}]) {
        const app = { enabled: () => true };
        yield {
          method: method.toUpperCase(),
          path,
          originalUrl: path,
          url: path,
          baseUrl: '',
          app,
          headers,
          query: {},
          body: {},
        };
      }
    }
}

/**
 * Shows the validation the media type of a body without its parameters, and none where an operation has no body. Clients
 * could make the package compile without end otherwise: it keeps a validator for each content type that it sees.
 */
function withMediaTypeOnly(checks: RequestHandler): RequestHandler {
  return (request, response, next) => {
    const { headers } = request;
    const given = headers['content-type'];
    const mediaType = operationOf(request)?.requestBody === undefined ? undefined : given?.split(';', 1)[0];
    setContentType(headers, mediaType?.trim().toLowerCase());
    void checks(request, response, (error?: unknown) => {
      setContentType(headers, given);
      next(error);
    });
  };
}

function setContentType(headers: Request['headers'], type: string | undefined): void {
  if (type === undefined) delete headers['content-type'];
  else headers['content-type'] = type;
}

/** The package's compiler of response schemas, with the formats that it knows, and with `contract` as a schema. */
export function responseSchemas(contract: Contract): ReturnType<typeof createResponseAjv> {
  requirePatchedVersion();
  const options = { strict: false, validateSchema: false, formats: {}, serDesMap: {}, ajvFormats: { mode: 'fast' } };
  return createResponseAjv(contract as never, options as never).addSchema(contract, 'contract');
}

/** Throws when the installed version is not the patched one. */
export function requirePatchedVersion(installed = installedVersion()): void {
  if (installed === PATCHED_VERSION) return;
  throw new Error(
    `${PACKAGE} ${installed} is installed, but adapters/http/openapi-validator.ts patches ${PATCHED_VERSION}. ` +
      'Compare what that file replaces with the new version, then change its PATCHED_VERSION',
  );
}

const installedVersion = (): string =>
  (createRequire(import.meta.url)(`${PACKAGE}/package.json`) as { version: string }).version;

// The package prepares its contract check for a quarter of a second even when the check is off.
const { OpenAPISchemaValidator: Checking } = specValidator;
Object.assign(specValidator, {
  OpenAPISchemaValidator: function (options: ConstructorParameters<typeof Checking>[0]): object {
    return options.validateApiSpec ? new Checking(options) : {};
  },
});

interface Schema {
  readonly $ref?: string;
}

/** What a reference of a contract points to, through further references. */
export function resolveReference(contract: object, schema: object | undefined): unknown {
  let found: unknown = schema ?? null;
  for (let steps = 0; steps < REFERENCE_STEPS_MAX && isReference(found); steps += 1)
    found = found.$ref
      .slice('#/'.length)
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((within, part) => (within as Record<string, unknown> | undefined)?.[part], contract);
  return found;
}

/** References to references at most, so that a circle ends. */
const REFERENCE_STEPS_MAX = 16;

const isReference = (schema: unknown): schema is { readonly $ref: string } =>
  typeof (schema as Schema | null)?.$ref === 'string' && (schema as Schema).$ref?.startsWith('#/') === true;

// The package compiles a validator of each schema that is referred to, only to find the schema.
Object.assign(SchemaPreprocessor.prototype, {
  resolveSchema(this: { readonly apiDoc: object }, schema: object | undefined): unknown {
    return resolveReference(this.apiDoc, schema);
  },
});

/** The schema of what all operations refer to, as a URL. */
const SHARED = 'contract:shared';

interface OperationSchema {
  readonly paths: object;
  readonly components: object;
  readonly [keyword: string]: unknown;
}

// The package prepares the whole contract twice for each operation, and compiles for each what they share.
Object.assign(internals, {
  useAjvCache(ajv: Parameters<typeof internals.useAjvCache>[0], schema: OperationSchema, key: string) {
    const known = ajv.getSchema(key);
    if (known) return known;
    const { paths: _paths, components, ...own } = schema;
    if (!ajv.schemas[SHARED]) ajv.addSchema({ components }, SHARED);
    return ajv.addSchema(sharing(own) as object, key).getSchema(key);
  },
});

/** A part of the schema of one operation, which refers to the shared schema for what it refers to. */
function sharing(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(sharing);
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([name, each]) => [
    name,
    name === '$ref' && typeof each === 'string' ? SHARED + each : sharing(each),
  ]);
  return Object.fromEntries(entries) as unknown;
}

interface ValidatedRequest extends Request {
  openapi?: object;
}

/**
 * Lets the package find an operation once and remembers the result. It searches all paths of the contract and compiles
 * their patterns for each request, but the operation is known already.
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
