import type { McpAccess } from '../../application/ports/mcp-client.ts';
import { mcpSecretNames } from '../../domain/agents/mcp-servers.ts';
import { fillHeaders } from '../../domain/agents/tool-headers.ts';
import { templateValues } from '../../domain/agents/tool-templates.ts';
import { whySecretWithheld } from '../../domain/credentials/tool-secret.ts';
import type { Network } from '../lib/network.ts';
import { McpFault } from './mcp-fault.ts';

/** The headers of a server with their values. Throws an `McpFault` when a secret is absent or may not be sent there. */
export function filledHeaders({ server, variables, secrets }: McpAccess, network: Network): Record<string, string> {
  const address = new URL(server.url);
  const names = mcpSecretNames(server);
  const needed = names.map((name) => secrets.find((secret) => secret.name === name));
  const withheld = names.flatMap((name, index) => {
    const secret = needed[index];
    if (!secret) return [`The secret ${name} is not stored, or could not be loaded`];
    return whySecretWithheld(secret, address, network.isOperators(address)) ?? [];
  });
  if (withheld.length > 0) throw new McpFault('it is not set up completely', false, withheld.join('\n'));
  const values = Object.fromEntries(needed.flatMap((secret) => (secret ? [[secret.name, secret.value]] : [])));
  try {
    return fillHeaders(server.headers, templateValues(variables, values));
  } catch {
    throw new McpFault('a value cannot be sent in its headers');
  }
}
