import {
  ErrorCode,
  McpError,
  type CallToolResult,
  type Resource,
  type ResourceTemplate,
} from '@modelcontextprotocol/sdk/types.js';

const SCHEME = 'voice-agent:';

/** Runs an offered tool by name. Null when it is not offered. */
export type RunNamed = (name: string, given: Readonly<Record<string, unknown>>) => Promise<CallToolResult> | null;

/** A kind of resource: its address, and the tool that reads it. */
interface Kind {
  /** The address with the name of the tool's argument in braces. */
  readonly template: string;
  readonly name: string;
  readonly tool: string;
  readonly mimeType: string;
}

const KINDS: readonly Kind[] = [
  { template: `${SCHEME}//agents/{agent_id}`, name: 'Agent', tool: 'get_agent', mimeType: 'application/json' },
  { template: `${SCHEME}//calls/{call_id}`, name: 'Call', tool: 'get_call', mimeType: 'application/json' },
  { template: `${SCHEME}//transcripts/{call_id}`, name: 'Transcript', tool: 'get_transcript', mimeType: 'text/plain' },
  {
    template: `${SCHEME}//campaigns/{campaign_id}`,
    name: 'Campaign',
    tool: 'get_campaign',
    mimeType: 'application/json',
  },
  { template: `${SCHEME}//suites/{suite_id}`, name: 'Suite', tool: 'get_suite', mimeType: 'application/json' },
  {
    template: `${SCHEME}//rehearsals/{run_id}`,
    name: 'Rehearsal',
    tool: 'get_suite_run',
    mimeType: 'application/json',
  },
  { template: `${SCHEME}//documents/{document_id}`, name: 'Document', tool: 'read_document', mimeType: 'text/plain' },
];

type Item = Readonly<Record<string, unknown>>;

interface ListedKind {
  readonly tool: string;
  /** Where the items are, and their id and title. */
  readonly items: string;
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  /** The part of an item that has its id. */
  readonly part?: string;
  /** Whether an item can be read as text. */
  readonly isShown?: (item: Item) => boolean;
}

/** Lists whose newest items are listed as resources. */
const LISTS: readonly ListedKind[] = [
  { tool: 'list_agents', items: 'items', id: 'agent_id', kind: 'Agent', title: 'name' },
  { tool: 'list_campaigns', items: 'items', id: 'campaign_id', kind: 'Campaign', title: 'name' },
  {
    ...{ tool: 'list_documents', items: 'items', id: 'document_id', kind: 'Document', title: 'original_filename' },
    isShown: ({ media_type }: Item) => String(media_type).startsWith('text/'),
  },
  { tool: 'list_suites', items: 'suites', id: 'suite_id', kind: 'Suite', title: 'title' },
  {
    ...{ tool: 'list_suites', items: 'suites', id: 'run_id', kind: 'Rehearsal', title: 'title' },
    // The newest run of each.
    part: 'last_run',
    isShown: ({ last_run: run }: Item) => typeof run === 'object' && run !== null,
  },
  { tool: 'list_calls', items: 'calls', id: 'call_id', kind: 'Call', title: 'created_at' },
];

/** Items of each list that are listed as resources. */
const LISTED_MAX = 20;

/** The kinds of resources whose tools are offered. */
export const resourceTemplates = (isOffered: (tool: string) => boolean): ResourceTemplate[] =>
  KINDS.filter(({ tool }) => isOffered(tool)).map(({ template, name, tool, mimeType }) => ({
    uriTemplate: template,
    name,
    description: `As ${tool} answers.`,
    mimeType,
  }));

/** The newest resources of each kind. */
export async function listResources(run: RunNamed): Promise<Resource[]> {
  const lists = await Promise.all(
    LISTS.map(async ({ tool, items, id, kind, title, part, isShown = () => true }) => {
      const { template = '', mimeType = '', tool: reader = '' } = KINDS.find(({ name }) => name === kind) ?? {};
      const result = await run(tool, { limit: LISTED_MAX });
      if (result === null) return [];
      const listed = JSON.parse(textIn(result)) as Readonly<Record<string, readonly Item[]>>;
      return (listed[items] ?? []).filter(isShown).map((item) => ({
        uri: template.replace(/\{\w+\}/, String((part === undefined ? item : (item[part] as Item))[id])),
        name: `${kind} ${String(item[title])}`,
        description: `As ${reader} answers.`,
        mimeType,
      }));
    }),
  );
  return lists.flat();
}

/** The content of a resource. */
export async function readResource(uri: string, run: RunNamed) {
  const found = KINDS.flatMap((kind) => {
    const [before = '', argument = ''] = kind.template.split(/[{}]/);
    const id = uri.slice(before.length);
    return uri.startsWith(before) && id !== '' && !id.includes('/') ? [{ kind, argument, id }] : [];
  })[0];
  const result = found && run(found.kind.tool, { [found.argument]: found.id });
  if (!found || !result)
    throw new McpError(
      ErrorCode.InvalidParams,
      'There is no such resource: resources/templates/list shows the addresses',
    );
  return { contents: [{ uri, mimeType: found.kind.mimeType, text: textIn(await result) }] };
}

/** The text of a result. A refusal is an error here, because resources have no other. */
function textIn({ content: [part], isError }: CallToolResult): string {
  const text = part?.type === 'text' ? part.text : '';
  if (isError) throw new McpError(RESOURCE_NOT_FOUND, text);
  return text;
}

/** MCP, resources, "Error Handling". */
const RESOURCE_NOT_FOUND = -32_002;
