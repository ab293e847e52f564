import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import type { Agent } from './agent.ts';
import type { AgentForm } from './agent-form.ts';
import { blankServer, triedTool, withServers, type McpServer, type McpTool } from './mcp.ts';
import { McpServerFields } from './mcp-server-fields.tsx';
import { mcpStrings as words } from './mcp-strings.ts';
import { FieldErrors } from './tool-errors.tsx';
import { ToolTrial, type TriedTool } from './tool-trial.tsx';
import { isStored } from './tools.ts';
import { useOpenPlaces } from './use-open-places.ts';
import './tool-card.css';

interface McpCardProps {
  readonly form: AgentForm;
  readonly agent: Agent | null;
}

/** A line for each MCP server of the agent, and the form of those that are open. */
export function McpCard({ form, agent }: McpCardProps) {
  const [tried, setTried] = useState<TriedTool | null>(null);
  const opened = useOpenPlaces();
  const servers: readonly McpServer[] = form.draft.config.mcp_servers ?? [];
  const change = (after: readonly McpServer[]): void => form.changeConfig(withServers(after));
  const add = (): void => {
    change([...servers, blankServer()]);
    opened.toggle(servers.length);
  };
  const remove = (place: number): void => {
    change(servers.filter((_, at) => at !== place));
    opened.forget(place);
  };
  return (
    <section class="card padded stack" aria-labelledby="mcp-title">
      <h2 id="mcp-title">{words.title}</h2>
      <p class="hint">{words.hint}</p>
      {servers.length === 0 && <p class="soft">{words.none}</p>}
      <FieldErrors problems={form.problemsIn('mcp_servers').filter(({ path }) => path === 'mcp_servers')} />
      {servers.map((server, index) => (
        <ServerRow
          key={index}
          {...{ server, form }}
          path={`mcp_servers[${index}]`}
          isOpen={opened.has(index) || form.problemsIn(`mcp_servers[${index}]`).length > 0}
          canTry={isStored(server, agent?.config.mcp_servers)}
          onToggle={() => opened.toggle(index)}
          onChange={(after) => change(servers.map((each, at) => (at === index ? after : each)))}
          onRemove={() => remove(index)}
          onTry={(tool) => setTried(triedTool(server, tool))}
        />
      ))}
      <div class="row">
        <Button icon="plus" onPress={add}>
          {words.add}
        </Button>
      </div>
      {tried && agent && (
        <ToolTrial
          agentId={agent.agent_id}
          tool={tried}
          defaults={agent.config.custom_variables}
          onClose={() => setTried(null)}
        />
      )}
    </section>
  );
}

interface ServerRowProps {
  readonly server: McpServer;
  /** Where the server is in the request. */
  readonly path: string;
  readonly form: AgentForm;
  readonly isOpen: boolean;
  /** Whether the server is stored as it is shown. */
  readonly canTry: boolean;
  readonly onToggle: () => void;
  readonly onChange: (server: McpServer) => void;
  readonly onRemove: () => void;
  readonly onTry: (tool: McpTool) => void;
}

function ServerRow({ server, isOpen, onToggle, onRemove, ...fields }: ServerRowProps) {
  const title = server.name === '' ? words.unnamed : server.name;
  return (
    <section class="tool" aria-label={title}>
      <div class="tool-line">
        <h3>{title}</h3>
        <span class="tool-request soft">{words.summary(server.tools.length, server.url)}</span>
        <div class="row">
          <Button kind="quiet" icon="edit" label={words.edit(title)} expanded={isOpen} onPress={onToggle} />
          <Button kind="quiet" icon="trash" label={words.remove(title)} onPress={onRemove} />
        </div>
      </div>
      {isOpen && (
        <div class="tool-form stack">
          <McpServerFields server={server} {...fields} />
        </div>
      )}
    </section>
  );
}
