import { argumentFault } from '../../argument-fault.ts';
import type { ArgumentSchemas } from '../../ports/argument-schemas.ts';
import type { McpAccess, McpClient, McpSession } from '../../ports/mcp-client.ts';
import { readMcpResult } from '../../../domain/agents/mcp-answer.ts';
import { mcpToolName } from '../../../domain/agents/mcp-server.ts';
import { failedAnswer } from '../../../domain/agents/tool-answer.ts';
import { isFailure, type MockAnswers } from './mock-answers.ts';
import type { VirtualRun } from './virtual-run.ts';

interface Ports {
  readonly argumentSchemas: ArgumentSchemas;
  readonly mcpClient: McpClient;
}

interface Mocks {
  readonly answers: MockAnswers;
  readonly run: VirtualRun;
}

/** Servers that are never called, because the suite answers for them. */
export const NO_MCP: McpClient = {
  idempotencyKey: () => null,
  session: () => ({
    open: async () => null,
    call: async ({ tool }) => failedAnswer(tool, { text: 'the suite has no answer for it', mayHaveRun: false }),
    close: async () => undefined,
  }),
  list: async () => ({ tools: [], isComplete: true, reason: null, cause: null }),
};

/**
 * Servers whose tools the suite answers, and those of the others as they are. As a server's client does it, arguments are
 * validated first, and answers read as results.
 */
export const mockedMcp = ({ argumentSchemas, mcpClient }: Ports, mocks: Mocks): McpClient => ({
  ...mcpClient,
  session: (access) => sessionOf(argumentSchemas, mcpClient.session(access), access, mocks),
});

const sessionOf = (
  argumentSchemas: ArgumentSchemas,
  real: McpSession,
  { server }: McpAccess,
  { answers, run }: Mocks,
): McpSession => ({
  open: () => real.open(),
  close: () => real.close(),
  async call(request, signal) {
    const { tool, arguments: given } = request;
    const name = mcpToolName(server, tool);
    const mock = answers.of(name);
    if (!mock) return run.outside(() => real.call(request, signal), null);
    const fault = argumentFault(argumentSchemas, tool.parameters, given);
    if (fault !== null) return failedAnswer(tool, { text: fault, mayHaveRun: false });
    const answer = await answers.answer(name, mock, server.timeout_secs);
    if (!answer) return failedAnswer(tool, { text: 'timeout', mayHaveRun: true });
    const { body } = answer;
    const text = typeof body === 'string' ? body : JSON.stringify(body ?? null);
    return readMcpResult(tool, { content: [{ type: 'text', text }], isError: isFailure(answer) }, []);
  },
});
