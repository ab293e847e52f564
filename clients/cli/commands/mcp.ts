import type { Readable } from 'node:stream';
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Command } from 'commander';
import { McpBridge } from '../mcp-bridge.ts';
import { accessOf, type CommandAction, type Work } from '../work.ts';

interface McpOptions {
  readonly toolsets?: string;
  readonly write?: boolean;
}

/** `mcp`. */
export function mcpCommand(program: Command, working: CommandAction): void {
  program
    .command('mcp')
    .description('MCP server on the standard input and output, for assistants such as Claude, Cursor and VS Code.')
    .option('--toolsets <names>', 'some of agents, calls, campaigns, knowledge, rehearsals, reports; or all')
    .option('--write', 'offer tools that change things, as far as the token permits them')
    .action(working(serve));
}

/** Carries messages between the assistant and the API until the assistant ends the input. */
async function serve({ shell, apiUrl, note }: Work, { toolsets, write = false }: McpOptions): Promise<void> {
  const query = new URLSearchParams({ ...(toolsets !== undefined && { toolsets }), ...(write && { access: 'write' }) });
  const bridge = new McpBridge({
    url: `${apiUrl}/mcp${query.size === 0 ? '' : `?${query.toString()}`}`,
    apiUrl,
    programName: shell.program.name,
    token: async () => (await accessOf(shell, apiUrl)).token,
    note,
  });
  note(`The MCP server for ${apiUrl} reads from the standard input. An assistant starts it; Ctrl-C ends it.`);
  const pending = new Set<Promise<void>>();
  for await (const message of messagesFrom(shell.stdin, note)) {
    const carried = bridge
      .carry(message)
      .then((answer) => void (answer && shell.stdout.write(serializeMessage(answer))))
      .finally(() => pending.delete(carried));
    pending.add(carried);
  }
  await Promise.all(pending);
}

/** The messages of an input, one a line. What is none is noted and left out. */
async function* messagesFrom(input: Readable, note: Work['note']): AsyncGenerator<JSONRPCMessage> {
  const buffer = new ReadBuffer();
  for await (const part of input as AsyncIterable<Buffer | string>) {
    buffer.append(Buffer.from(part));
    for (;;) {
      try {
        const message = buffer.readMessage();
        if (message === null) break;
        yield message;
      } catch {
        note('A line of the input is not a JSON-RPC message and was left out.');
      }
    }
  }
}
