import { assert } from 'chai';
import { openMcpTools } from '../../../application/runtime/open-mcp-tools.ts';
import type { McpAccess } from '../../../application/ports/mcp-client.ts';
import { parseMcpServers } from '../../../domain/agents/mcp-servers.ts';
import type { NewToolSecret } from '../../../domain/credentials/tool-secret.ts';
import { eventually } from '../../support/eventually.ts';
import { fakeMcpClient } from '../../support/fake-tools.ts';
import { rememberingLog } from '../../support/remembering-log.ts';
import { AGENT, webCallWorld } from './web-call-world.ts';

const SECRET = { name: 'key', value: 'sk-bookings-1234', hosts: ['mcp.example.com'] };
const SERVERS = parseMcpServers(
  [
    {
      ...{ name: 'bookings', url: 'https://mcp.example.com/', headers: { 'x-key': '{{secret.key}}' } },
      tools: [{ name: 'find.table', description: 'Finds a table.', side_effects: false }],
    },
  ],
  [],
);
const RUN = { arguments: {}, variables: {}, hidden: {}, run: 7 };

/** Opens the tools of a server; `load` loads its secret, and `reason` is why its session does not open. */
function opened(load: () => Promise<NewToolSecret | null>, reason: string | null = null) {
  const sessions: McpAccess[] = [];
  const { log, lines } = rememberingLog();
  const closed: McpAccess[] = [];
  const fake = fakeMcpClient();
  const mcpClient = {
    ...fake,
    session(access: McpAccess) {
      sessions.push(access);
      return {
        ...fake.session(access),
        open: async () => reason,
        close: async () => void closed.push(access),
      };
    },
  };
  const { tools, close } = openMcpTools({ mcpClient, log, load }, SERVERS, { callId: 'c1', variables: {} });
  return { tool: new Map(tools).get('bookings_find_table')!, close, sessions, closed, lines };
}

describe('openMcpTools', () => {
  it('opens one session in advance, which all calls use, and ends it', async () => {
    const { tool, close, sessions, closed } = opened(async () => SECRET);
    const { signal } = new AbortController();
    assert.isFalse(tool.hasSideEffects);
    assert.equal((await tool.call(RUN, signal)).content, 'The answer of find.table');
    await tool.call(RUN, signal);
    assert.lengthOf(sessions, 1);
    assert.deepEqual(sessions[0]?.secrets, [SECRET]);
    await close();
    assert.deepEqual(closed, sessions);
  });

  it('reports a session that cannot be opened, and leaves the call to try again', async () => {
    const { lines, close } = opened(async () => SECRET, 'timeout');
    await eventually(() => lines.length > 0, 'a line');
    assert.deepEqual(
      lines.map(({ event, name, reason }) => [event, name, reason]),
      [['tools.mcp_not_opened', 'bookings', 'timeout']],
    );
    await close();
  });

  it('loads a secret again that could not be loaded, and keeps no session without it', async () => {
    let isStored = false;
    const { tool, close, sessions, closed } = opened(async () => (isStored ? SECRET : null));
    const { signal } = new AbortController();
    await tool.call(RUN, signal);
    isStored = true;
    await tool.call(RUN, signal);
    assert.deepEqual(sessions.at(-1)?.secrets, [SECRET]);
    await close();
    assert.deepEqual(closed, [sessions.at(-1)]);
  });

  it('opens no session that outlives a conversation which cannot be made', async () => {
    const world = webCallWorld();
    world.agents.set('a1', { ...AGENT, config: { ...AGENT.config, mcp_servers: SERVERS } });
    world.controlPlane.toolSecret = async () => SECRET;
    let open = 0;
    world.mcpClient.session = () => ({
      open: async () => ((open += 1), null),
      call: () => assert.fail('the conversation never started'),
      close: async () => void (open -= 1),
    });
    world.resampling.open = () => {
      throw new Error('No memory');
    };
    const { result } = world.open();
    await world.clock.advanceAsync(1_000);
    assert.deepEqual([result.outcome, open], ['over', 0]);
  });
});
