import { invalid } from '../domain/errors.ts';
import type { OperatorServers } from './ports/operator-servers.ts';

/**
 * Why a setting must not have this URL, after its name: it leads to a private server. Null when it may. Every setting with
 * a URL is checked by this when it is stored; what a name leads to is checked while connecting.
 */
export const whyPrivate = (operatorServers: Pick<OperatorServers, 'permits'>, server: URL): string | null =>
  operatorServers.permits(server)
    ? null
    : `must not lead to the private server ${server.host}: use a public host name, or ask the operator ` +
      `to add ${server.origin} to LOCAL_UPSTREAMS`;

/** Rejects a URL that leads to a private server. */
export function requirePublic(operatorServers: Pick<OperatorServers, 'permits'>, url: string, field: string): void {
  const reason = whyPrivate(operatorServers, new URL(url));
  if (reason !== null) throw invalid(`${field} ${reason}`);
}
