import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Agent } from '../agents/agent.ts';
import { actionsOf } from '../calls/actions.ts';
import { Actions } from '../calls/actions-view.tsx';
import { useCall } from '../calls/use-call.ts';
import { strings } from './strings.ts';
import './live-actions.css';

/** Whether the agent can do more than talk, which the page shows during the call. */
export const hasTools = ({
  config: { tools = [], mcp_servers: servers = [], page_tools: ofPage = [] },
}: Agent): boolean => tools.length > 0 || servers.length > 0 || ofPage.length > 0;

/** What the agent does in this call besides talking, while it does it. The newest is in view. */
export function LiveActions({ callId }: { readonly callId: string }) {
  const { value } = useCall(callId);
  const box = useRef<HTMLDivElement>(null);
  const count = value ? actionsOf(value).length : 0;
  useLayoutEffect(() => box.current?.scrollTo({ top: box.current.scrollHeight }), [count]);
  if (!value || count === 0) return null;
  return (
    <div ref={box} class="live-actions" tabIndex={0} role="region" aria-label={strings.actions}>
      <Actions call={value} />
    </div>
  );
}
