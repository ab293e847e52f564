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
 * Matches a request to an operation of openapi.yaml. Leaves its router for unknown paths and refuses methods the path
 * does not have.
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

/** The matched operation, or null. */
export const operationOf = (request: RoutedRequest): Operation | null => request[MATCH]?.operation ?? null;

/** The matched path as written in the contract. Empty without a match. */
export const routeOf = (request: RoutedRequest): string => request[MATCH]?.route ?? '';

/** The decoded path parameters. */
export const pathParamsOf = (request: RoutedRequest): Readonly<Record<string, string>> => request[MATCH]?.params ?? {};

function findRoute(routes: Routes, path: string): Route | null {
  try {
    return routes(path);
  } catch (error) {
    throw error instanceof URIError ? malformedPath() : error;
  }
}
