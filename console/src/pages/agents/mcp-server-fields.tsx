import { TextField } from '../../parts/text-field.tsx';
import type { AgentForm } from './agent-form.ts';
import type { McpServer, McpTool } from './mcp.ts';
import { McpToolRow } from './mcp-tool-row.tsx';
import { McpToolFinder } from './mcp-tool-finder.tsx';
import { mcpStrings as words } from './mcp-strings.ts';
import { PLAIN } from './named-fields.tsx';
import { JsonField, NumberField } from './parsed-fields.tsx';
import { FieldErrors } from './tool-errors.tsx';
import { withPart } from './tools.ts';

interface ServerFieldsProps {
  readonly server: McpServer;
  /** Where the server is in the request. */
  readonly path: string;
  readonly form: AgentForm;
  /** Whether the server is stored as it is shown. */
  readonly canTry: boolean;
  readonly onChange: (server: McpServer) => void;
  readonly onTry: (tool: McpTool) => void;
}

/** The form of one MCP server: where it is, and which of its tools the model may call. */
export function McpServerFields({ server, path, form, canTry, onChange, onTry }: ServerFieldsProps) {
  const { tools } = server;
  const setTool = (place: number, tool: McpTool): void =>
    onChange({ ...server, tools: tools.map((each, at) => (at === place ? tool : each)) });
  return (
    <>
      <AddressFields {...{ server, path, form, onChange }} />
      <McpToolFinder {...{ server, onChange }} variables={form.draft.config.custom_variables} />
      <h4>{words.tools}</h4>
      {tools.length === 0 && <p class="soft">{words.noTools}</p>}
      {tools.length > 0 && !canTry && <p class="hint">{words.saveFirst}</p>}
      {tools.map((tool, index) => (
        <McpToolRow
          key={tool.name}
          {...{ server, tool, form, canTry }}
          path={`${path}.tools[${index}]`}
          onChange={(after) => setTool(index, after)}
          onRemove={() => onChange({ ...server, tools: tools.filter((_, at) => at !== index) })}
          onTry={() => onTry(tool)}
        />
      ))}
    </>
  );
}

/** Parts of a server whose problems stand beside their field, or beside a tool. */
const SHOWN = ['name', 'url', 'headers', 'timeout_secs'];

function AddressFields({ server, path, form, onChange }: Omit<ServerFieldsProps, 'canTry' | 'onTry'>) {
  const set = (part: Partial<McpServer>): void => onChange({ ...server, ...part });
  const error = (field: string): string | null => form.problemOf(`${path}.${field}`);
  const beside = new Set([
    ...SHOWN.flatMap((field) => form.problemsIn(`${path}.${field}`)),
    ...server.tools.flatMap((_, index) => form.problemsIn(`${path}.tools[${index}]`)),
  ]);
  return (
    <>
      <FieldErrors problems={form.problemsIn(path).filter((problem) => !beside.has(problem))} />
      <TextField
        {...PLAIN}
        label={words.name}
        hint={words.nameHint}
        value={server.name}
        error={error('name')}
        onInput={(name) => set({ name })}
      />
      <TextField
        {...PLAIN}
        label={words.url}
        hint={words.urlHint}
        value={server.url}
        error={error('url')}
        onInput={(url) => set({ url })}
      />
      <JsonField
        label={words.headers}
        hint={words.headersHint}
        rows={4}
        optional
        value={server.headers}
        error={error('headers')}
        onValidity={(isValid) => form.setValidity(`${path}.headers`, isValid)}
        onChange={(headers) => onChange(withPart(server, { headers }))}
      />
      <NumberField
        label={words.timeout}
        value={server.timeout_secs}
        min={1}
        max={30}
        isWhole
        error={error('timeout_secs')}
        onChange={(timeout_secs) => onChange({ ...server, timeout_secs: timeout_secs as number })}
      />
    </>
  );
}
