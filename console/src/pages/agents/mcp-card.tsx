import { useState } from 'preact/hooks';
import type { Agent } from './agent.ts';
import type { AgentForm } from './agent-form.ts';
import { EntryList } from './entry-list.tsx';
import { blankServer, triedTool, withServers } from './mcp.ts';
import { McpServerFields } from './mcp-server-fields.tsx';
import { mcpStrings as words } from './mcp-strings.ts';
import { FieldErrors } from './tool-errors.tsx';
import { ToolTrial, type TriedTool } from './tool-trial.tsx';
import { isStored } from './tools.ts';

interface McpCardProps {
  readonly form: AgentForm;
  readonly agent: Agent | null;
}

/** The MCP servers of the agent. */
export function McpCard({ form, agent }: McpCardProps) {
  const [tried, setTried] = useState<TriedTool | null>(null);
  return (
    <section class="card padded stack" aria-labelledby="mcp-title">
      <h2 id="mcp-title">{words.title}</h2>
      <p class="hint">{words.hint}</p>
      <FieldErrors problems={form.problemsIn('mcp_servers').filter(({ path }) => path === 'mcp_servers')} />
      <EntryList
        {...{ form, words }}
        entries={form.draft.config.mcp_servers ?? []}
        path="mcp_servers"
        titleOf={({ name }) => (name === '' ? words.unnamed : name)}
        summaryOf={({ tools, url }) => words.summary(tools.length, url)}
        blank={blankServer}
        onChange={(servers) => form.changeConfig(withServers(servers))}
      >
        {({ entry: server, ...fields }) => (
          <McpServerFields
            server={server}
            {...fields}
            canTry={isStored(server, agent?.config.mcp_servers)}
            onTry={(tool) => setTried(triedTool(server, tool))}
          />
        )}
      </EntryList>
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
