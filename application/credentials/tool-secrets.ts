import { allow, isBot, type Principal } from '../../domain/accounts/principal.ts';
import {
  openedValue,
  parseToolSecret,
  sealedValue,
  TOOL_SECRETS_MAX,
  toolSecretEntry,
  toolSecretView,
  type NewToolSecret,
  type ToolSecretEntry,
  type ToolSecretView,
} from '../../domain/credentials/tool-secret.ts';
import { duplicate, missing } from '../../domain/errors.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { mcpSecretNames } from '../../domain/agents/mcp-servers.ts';
import { preCallTool } from '../../domain/agents/pre-call.ts';
import { secretNames } from '../../domain/agents/tools.ts';
import { LimitedList } from '../limited-list.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { Cipher } from '../ports/cipher.ts';
import type { Clock } from '../ports/clock.ts';
import type { ToolSecretRepository } from '../ports/tool-secrets.ts';

/** Lists the tool secrets of the active organisation by name, without their values. */
export const listToolSecrets =
  ({ toolSecrets }: { toolSecrets: ToolSecretRepository }) =>
  async (principal: Principal): Promise<readonly ToolSecretEntry[]> => {
    const { org_id } = allow(principal, 'catalogue.read');
    return (await toolSecrets.list(org_id)).map(toolSecretEntry);
  };

interface StorePorts {
  readonly toolSecrets: ToolSecretRepository;
  readonly cipher: Cipher;
  readonly clock: Clock;
}

/** Stores a tool secret, encrypted, with the hosts it may be sent to. Replaces one of that name. */
export const storeToolSecret = ({ toolSecrets, cipher, clock }: StorePorts) => {
  const limited = new LimitedList(
    TOOL_SECRETS_MAX,
    `An organisation has at most ${TOOL_SECRETS_MAX} tool secrets: delete one that is not used`,
  );
  return async (principal: Principal, request: NewToolSecret): Promise<ToolSecretView> => {
    const { org_id } = allow(principal, 'credentials.write');
    const { name, value, hosts } = parseToolSecret(request);
    const now = clock.now().toISOString();
    const secret = { org_id, name, hosts, value: sealedValue(value, cipher.encrypt), created_at: now, updated_at: now };
    const isReplaced = (await toolSecrets.find(org_id, name)) !== null;
    const stored = await limited.add(
      org_id,
      {
        count: async () => (await toolSecrets.list(org_id)).length,
        add: () => toolSecrets.put(secret),
        ...(!isReplaced && { remove: () => toolSecrets.remove(org_id, name) }),
      },
      isReplaced ? 0 : 1,
    );
    return toolSecretView(stored, value, isBot(principal));
  };
};

/** Reads one tool secret: its value is masked, except for the runtime. */
export const readToolSecret =
  ({ toolSecrets, cipher }: { toolSecrets: ToolSecretRepository; cipher: Cipher }) =>
  async (principal: Principal, name: string): Promise<ToolSecretView> => {
    const { org_id } = allow(principal, 'credentials.read');
    const stored = await toolSecrets.find(org_id, name);
    if (!stored) throw missing('Tool secret');
    return toolSecretView(stored, openedValue(stored, cipher.decrypt), isBot(principal));
  };

interface DeletePorts {
  readonly toolSecrets: ToolSecretRepository;
  readonly agents: Pick<AgentRepository, 'list'>;
}

/** Agents that a refusal names. Looking for them stops there. */
const USERS_MAX = 10;

/** Deletes a tool secret, even an unreadable one. One that tools of agents send is only deleted with `force`. */
export const deleteToolSecret =
  ({ toolSecrets, agents }: DeletePorts) =>
  async (principal: Principal, name: string, { force }: { readonly force: boolean }): Promise<void> => {
    const { org_id } = allow(principal, 'credentials.write');
    if (!force && (await toolSecrets.find(org_id, name))) requireUnused(name, await usersOf(agents.list(org_id), name));
    if (!(await toolSecrets.remove(org_id, name))) throw missing('Tool secret');
  };

/** Names of agents whose tools send a secret: one more than are named. */
async function usersOf(agents: AsyncIterable<Agent>, secret: string): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { name, config } of agents) {
    const preCall = config.pre_call ? [preCallTool(config.pre_call)] : [];
    const sent = [
      ...[...(config.tools ?? []), ...preCall].flatMap(secretNames),
      ...(config.mcp_servers ?? []).flatMap(mcpSecretNames),
    ];
    if (sent.includes(secret)) names.push(name);
    if (names.length > USERS_MAX) break;
  }
  return names;
}

function requireUnused(secret: string, agents: readonly string[]): void {
  if (agents.length === 0) return;
  const named = agents.slice(0, USERS_MAX).join(', ') + (agents.length > USERS_MAX ? ' and others' : '');
  throw duplicate(
    `The tool secret ${secret} is sent by tools of ${named}: remove it there, or delete it with force=true`,
  );
}
