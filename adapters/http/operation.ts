import type { Request, RequestHandler } from 'express';
import { contractRoutes, type Route, type Routes } from './contract-routes.ts';
import type { Contract, Operation } from './contract.ts';
import { malformedPath, methodNotAllowed } from './http-error.ts';
import { allowed } from './methods.ts';

const MATCH = Symbol('found');

interface OperationMatch {
  readonly operation: Operation;
  readonly route: string;
  readonly params: Readonly<Record<string, string>>;
}

interface RoutedRequest extends Request {
  [MATCH]?: OperationMatch;
}

/**
 * Finds the operation a request asks for: openapi.yaml is the router. Leaves the router it stands in with what the
 * contract does not know, and refuses methods that a path of the contract does not have.
 */
export function findOperation(contract: Contract): RequestHandler {
  const routes = contractRoutes(contract);
  return (request: RoutedRequest, _response, next) => {
    const route = findRoute(routes, request.path);
    if (!route) return next('router');
    const operation = route.item[request.method.toLowerCase()];
    if (!operation) throw methodNotAllowed(allowed(route.item));
    request[MATCH] = { operation, route: route.path, params: route.params };
    next();
  };
}

/** The operation a request asks for, or null before it was found and where there is none. */
export const operationOf = (request: RoutedRequest): Operation | null => request[MATCH]?.operation ?? null;

/** The path of the contract that was found, as it is written there; empty where there is none. */
export const routeOf = (request: RoutedRequest): string => request[MATCH]?.route ?? '';

/** The parameters in the path of a request, decoded. */
export const pathParamsOf = (request: RoutedRequest): Readonly<Record<string, string>> => request[MATCH]?.params ?? {};

function findRoute(routes: Routes, path: string): Route | null {
  try {
    return routes(path);
  } catch (error) {
    throw error instanceof URIError ? malformedPath() : error;
  }
}
