import { contractRoutes, type Routes } from '../../adapters/http/contract-routes.ts';
import { loadContract, type Operation } from '../../adapters/http/contract.ts';
import type { Client } from './client.ts';

/** The response of an operation for a status, or for its range. */
export function listedFor<T>(responses: Readonly<Record<string, T>>, status: number): T | undefined {
  return responses[status] ?? responses[`${Math.floor(status / 100)}XX`];
}

/**
 * The same client of an API with its routes under this prefix, which throws when an operation answers with a status that
 * openapi.yaml does not list for it.
 */
export function statusChecked({ ask }: Client, prefix: string): Client {
  const routes = contractRoutes(loadContract(prefix));
  return {
    async ask(method, path, sent) {
      const answer = await ask(method, path, sent);
      const operation = operationAt(routes, method, path);
      if (operation && !listedFor(operation.responses, answer.status))
        throw new Error(`${operation.operationId} answered ${answer.status}, which openapi.yaml does not list for it`);
      return answer;
    },
  };
}

function operationAt(routes: Routes, method: string, path: string): Operation | undefined {
  const [pathname = ''] = path.split('?');
  try {
    return routes(pathname)?.item[method === 'HEAD' ? 'get' : method.toLowerCase()];
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
