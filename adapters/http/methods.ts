import type { RequestHandler, Response } from 'express';
import { methodsOf, type PathItem } from './contract.ts';

const bodiless = new WeakSet<Response>();

/** Treats HEAD as GET, the method in the contract. Node omits the body. */
export const headAsGet: RequestHandler = (request, response, next) => {
  if (request.method === 'HEAD') {
    bodiless.add(response);
    request.method = 'GET';
  }
  next();
};

/** Whether the client wants the headers only. */
export const isBodiless = (response: Response): boolean => bodiless.has(response);

/** The methods of a path as `Allow` lists them. */
export function allowed(item: PathItem): string {
  const methods = methodsOf(item).map((method) => method.toUpperCase());
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}
