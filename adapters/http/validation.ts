import type { Request, RequestHandler } from 'express';
import { middleware } from 'express-openapi-validator';
import type { SecurityHandlers } from 'express-openapi-validator/dist/framework/types.js';
import { asApiSpec, type Contract, type Operation } from './contract.ts';

interface ValidatedRequest extends Request {
  readonly openapi?: { readonly schema: Operation; readonly pathParams: Readonly<Record<string, string>> };
}

/**
 * Holds every request against the contract: route, then credentials, then shape, all problems at once. With
 * `validateResponses` the answers too: one that breaks a promise becomes a 500.
 */
export const validate = (
  contract: Contract,
  handlers: SecurityHandlers,
  { validateResponses }: { validateResponses: boolean },
): RequestHandler[] =>
  middleware({
    apiSpec: asApiSpec(contract),
    // That openapi.yaml is OpenAPI is for the tests to prove, not for every start.
    validateApiSpec: false,
    validateRequests: { allErrors: true, allowUnknownQueryParameters: true },
    validateResponses: validateResponses && { onError: rethrow },
    validateSecurity: { handlers },
    fileUploader: false,
  }) as RequestHandler[];

/** The operation the validator found for a request, or null before it did and where there is none. */
export const operationOf = (request: Request): Operation | null =>
  (request as ValidatedRequest).openapi?.schema ?? null;

/** The parameters in the path of a request, decoded. */
export const pathParamsOf = (request: Request): Readonly<Record<string, string>> =>
  (request as ValidatedRequest).openapi?.pathParams ?? {};

function rethrow(error: Error): never {
  throw error;
}
