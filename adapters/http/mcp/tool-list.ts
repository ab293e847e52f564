import { AGENT_TOOLS } from './agent-tools.ts';
import { CALL_TOOLS, REPORT_TOOLS } from './call-tools.ts';
import { CAMPAIGN_TOOLS, REHEARSAL_TOOLS } from './campaign-tools.ts';
import { KNOWLEDGE_TOOLS } from './knowledge-tools.ts';
import type { OperationTool } from './tool.ts';

/** Every tool that runs an operation. */
export const MCP_TOOLS: readonly OperationTool[] = [
  ...AGENT_TOOLS,
  ...CALL_TOOLS,
  ...CAMPAIGN_TOOLS,
  ...KNOWLEDGE_TOOLS,
  ...REHEARSAL_TOOLS,
  ...REPORT_TOOLS,
];
