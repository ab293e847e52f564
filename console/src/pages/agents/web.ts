import { settings } from '../../settings.ts';
import { socketUrl, type Callee } from '../talk/socket-url.ts';
import type { AgentConfig } from './agent.ts';

/** Which pages may call an agent, and how often. */
export type Web = NonNullable<AgentConfig['web']>;
/** A tool that runs in the page of a call. */
export type PageTool = NonNullable<AgentConfig['page_tools']>[number];

/** A new tool of a page, without a name. */
export const blankPageTool = (): PageTool => ({
  ...{ name: '', description: '', timeout_secs: 8, side_effects: true },
  parameters: { type: 'object', properties: {}, required: [] },
});

/** The configuration with these tools of a page: without the section when there are none. */
export const withPageTools = (tools: readonly PageTool[]): Pick<AgentConfig, 'page_tools'> =>
  ({ page_tools: tools.length === 0 ? undefined : [...tools] }) as Pick<AgentConfig, 'page_tools'>;

/** The configuration with these changes to its limits for pages: without the section when nothing is limited. */
export function withWeb(
  before: Web | undefined,
  changes: { readonly [Name in keyof Web]?: Web[Name] | null },
): Pick<AgentConfig, 'web'> {
  const given = Object.entries({ ...before, ...changes }).filter(([, value]) => !isNothing(value));
  return { web: given.length === 0 ? undefined : Object.fromEntries(given) } as Pick<AgentConfig, 'web'>;
}

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** What a page needs to show the agent: with tickets of the customer's server, or without where the runtime takes such calls. */
export function widgetTag(host: string, callee: Callee): string {
  const { web_calls: admission, runtime_url: runtime } = settings();
  const socket = admission === 'open' && runtime !== null ? socketUrl(runtime, callee).replace(/^http/u, 'ws') : null;
  const way = socket === null ? 'ticket-url="/voice-ticket"' : `socket-url="${socket}"`;
  return [
    `<script src="${host}/widget.js" async></script>`,
    `<voice-agent agent="${callee.agent_id}" ${way}></voice-agent>`,
  ].join('\n');
}
