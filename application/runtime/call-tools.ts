import type { Agent } from '../../domain/agents/agent.ts';
import type { CallRedaction } from '../../domain/calls/redact.ts';
import { TRANSFER_CALL } from '../../domain/voice/transfer-tool.ts';
import { callbackTool } from './callback-tool.ts';
import type { ArgumentSchemas } from '../ports/argument-schemas.ts';
import type { ControlPlane } from '../ports/control-plane.ts';
import type { MediaChannel } from '../ports/media-channel.ts';
import { redactedTools } from './call-redaction.ts';
import type { CallTransfers } from './call-transfers.ts';
import type { ConversationParts } from './conversation-parts.ts';
import type { DoNotCall } from './do-not-call.ts';
import type { CallRef } from './live-calls.ts';
import { openPageTools } from './open-page-tools.ts';
import { openTools, type OpenToolPorts } from './open-tools.ts';
import { ToolReports, type ToolReportPorts } from './tool-reports.ts';
import type { RunnableTool, ToolSet } from './tool-runner.ts';

/** A call, as far as its tools and keys depend on it. */
export interface ToolCallScope extends CallRef {
  readonly agent: Agent;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly carrier?: string;
  readonly transfers?: CallTransfers | null;
  readonly doNotCall: DoNotCall;
}

interface CallTexts {
  readonly redaction: CallRedaction | null;
  /** The language of the call now. */
  language(): string;
}

/** The tools of an agent in a call: its own, and those of the platform that act beyond the conversation. */
export function agentTools(
  ports: OpenToolPorts & {
    readonly controlPlane: Pick<ControlPlane, 'scheduleCallback'>;
    readonly argumentSchemas: ArgumentSchemas;
  },
  call: ToolCallScope & { readonly channel: Pick<MediaChannel, 'callPage'> },
  { redaction, language }: CallTexts,
): ToolSet {
  const ofPage = openPageTools(ports.argumentSchemas, call.agent.config.page_tools ?? [], call.channel);
  const own = withDoNotCall(ofPage.reduce(withTool, openTools(ports, call.agent, call)), call);
  const later = call.agent.config.callbacks?.tool ? withTool(own, callbackTool(ports, call, redaction)) : own;
  return withTransfers(later, call.transfers ?? null, language);
}

/** The tools of a call. Their calls are reported and kept without what is left out. */
export const callTools = (
  ports: ToolReportPorts,
  call: CallRef,
  set: ToolSet,
  redaction: CallRedaction | null,
): ToolSet => reportedTools(redactedTools(set, redaction), new ToolReports(ports, call));

/** What the keys of the telephone do in a call: its keypad entries, and the key for not being called again. */
export function keyParts({
  agent,
  doNotCall,
  carrier,
}: ToolCallScope): Pick<ConversationParts, 'keypad' | 'doNotCall'> {
  const { keypad, do_not_call: section } = agent.config;
  const key = carrier === undefined ? undefined : section?.key;
  return {
    ...(keypad && { keypad }),
    ...(key !== undefined && { doNotCall: { key, pressed: doNotCall.pressed } }),
  };
}

const withTool = (set: ToolSet, tool: readonly [string, RunnableTool]): ToolSet => ({
  ...set,
  tools: new Map([...set.tools, tool]),
});

/** The tools, with that for transfers if the call can make any. */
const withTransfers = (set: ToolSet, transfers: CallTransfers | null, language: () => string): ToolSet =>
  transfers ? withTool(set, [TRANSFER_CALL, transfers.tool(language)]) : set;

const withDoNotCall = (set: ToolSet, { agent, doNotCall }: ToolCallScope): ToolSet =>
  agent.config.do_not_call?.tool ? withTool(set, doNotCall.tool) : set;

/** The tools, whose calls are reported while the conversation lasts. */
const reportedTools = (set: ToolSet, reports: ToolReports): ToolSet => ({
  ...set,
  journaled: (line) => reports.add(line),
  async close() {
    reports.close();
    await set.close?.();
  },
});
