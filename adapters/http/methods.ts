import type { RequestHandler, Response } from 'express';

const bodiless = new WeakSet<Response>();

/** Treats HEAD as GET, which is what the contract knows. Node leaves the body out by itself. */
export const headAsGet: RequestHandler = (request, response, next) => {
  if (request.method === 'HEAD') {
    bodiless.add(response);
    request.method = 'GET';
  }
  next();
};

/** Whether the client wants the headers only. */
export const isBodiless = (response: Response): boolean => bodiless.has(response);

/** The methods of a path as `Allow` lists them, from those the contract has for it. */
export function allowed(promised: string): string {
  const methods = promised.split(', ');
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}
