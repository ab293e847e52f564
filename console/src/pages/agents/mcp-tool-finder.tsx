import { useState } from 'preact/hooks';
import { answered, api, type components } from '../../api.ts';
import { Button } from '../../parts/button.tsx';
import { CheckList } from '../../parts/check-list.tsx';
import { Notice } from '../../parts/notice.tsx';
import { useAction } from '../../parts/use-action.ts';
import { withChoice, type McpServer } from './mcp.ts';
import { mcpStrings as words } from './mcp-strings.ts';

type Offer = components['schemas']['McpToolsResponse'];

interface FinderProps {
  readonly server: McpServer;
  /** Custom variables of the agent, which the headers may use. */
  readonly variables: Record<string, unknown>;
  readonly onChange: (server: McpServer) => void;
}

/** Asks the server for its tools, so that the user can choose those that the model may call. */
export function McpToolFinder({ server, variables, onChange }: FinderProps) {
  const [found, setFound] = useState<Offer | null>(null);
  const search = useAction(async () => {
    setFound(null);
    const { url, headers = null, timeout_secs } = server;
    setFound(
      await answered(api.POST('/api/v1/mcp-servers/tools', { body: { url, headers, timeout_secs, variables } })),
    );
  });
  return (
    <>
      <div class="row">
        <Button icon="search" busy={search.isBusy} disabled={server.url === ''} onPress={() => void search.run()}>
          {words.find}
        </Button>
      </div>
      {search.trouble !== null && <Notice kind="error">{search.trouble}</Notice>}
      {found && !found.ok && (
        <Notice kind="error">{[words.notFound(found.reason ?? ''), found.cause ?? ''].join(' ').trim()}</Notice>
      )}
      {found?.ok && (
        <CheckList
          label={words.found(found.tools.length, found.is_complete)}
          choices={found.tools.map(({ name, description, problem }) => ({
            ...{ value: name, label: name, note: problem ?? description },
            disabled: problem !== null && !isChosen(server, name),
          }))}
          isChosen={(name) => isChosen(server, name)}
          onChange={(name, on) => {
            const tool = found.tools.find((each) => each.name === name);
            if (tool) onChange(withChoice(server, tool, on));
          }}
        />
      )}
    </>
  );
}

const isChosen = ({ tools }: McpServer, name: string): boolean => tools.some((tool) => tool.name === name);
