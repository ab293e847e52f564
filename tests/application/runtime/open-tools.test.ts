import { assert } from 'chai';
import { openTools } from '../../../application/runtime/open-tools.ts';
import type { IdentifiedRun, ToolRequest } from '../../../application/ports/tool-caller.ts';
import type { ToolAnswer } from '../../../domain/agents/tool-answer.ts';
import { parseAgentConfig } from '../../../domain/agents/config.ts';
import { bookTable } from '../../domain/agents/tools-example.ts';
import { known, least } from '../../domain/agents/known-providers.ts';
import { fakeMcpClient } from '../../support/fake-tools.ts';
import { rememberingLog } from '../../support/remembering-log.ts';

const SECRET = { name: 'bookings_key', value: 'sk-bookings-1234', hosts: ['api.example.com'] };
const ANSWER: ToolAnswer = { ok: true, status: 200, content: 'done', variables: {} };
const INCOMPLETE: ToolAnswer = { ...ANSWER, ok: false, status: null, cause: 'The secret bookings_key is not stored' };
const RUN = { arguments: { day: 'Friday' }, variables: { restaurant: 'Roma' }, hidden: {}, run: 7 };

/** Opens the tools of an agent that books tables; `load` answers for the API. */
function opened(load: (orgId: string, name: string) => Promise<typeof SECRET | null>, answer = ANSWER) {
  const requests: ToolRequest[] = [];
  const loaded: string[] = [];
  const { log, lines } = rememberingLog();
  const config = parseAgentConfig(
    { ...least(), custom_variables: { restaurant: 'Roma', guest: 'Ada' }, tools: [bookTable()] },
    known,
  );
  const controlPlane = {
    toolSecret: (orgId: string, name: string) => {
      loaded.push(`${orgId} ${name}`);
      return load(orgId, name);
    },
  };
  const toolCaller = {
    idempotencyKey: ({ callId, run }: IdentifiedRun) => `${callId}-${run}`,
    call: async (request: ToolRequest) => {
      requests.push(request);
      return answer;
    },
  };
  const call = { call_id: 'c1', variables: { guest: 'Eve' } };
  const { tools, variables } = openTools(
    { controlPlane, toolCaller, mcpClient: fakeMcpClient(), log },
    { org_id: 'o1', config },
    call,
  );
  return { tools, variables, requests, loaded, lines, config };
}

describe('openTools', () => {
  it('offers every tool of the agent by name, and the variables of the call', () => {
    const { tools, variables } = opened(async () => SECRET);
    assert.deepEqual([...tools.keys()], ['book_table']);
    assert.isTrue(tools.get('book_table')?.hasSideEffects);
    assert.deepEqual(variables, { restaurant: 'Roma', guest: 'Eve' });
  });

  it('runs a tool with the secrets it names, which are loaded once and in advance', async () => {
    const { tools, requests, loaded, config } = opened(async () => SECRET);
    assert.deepEqual(loaded, ['o1 bookings_key']);
    const { signal } = new AbortController();
    assert.deepEqual(await tools.get('book_table')?.call(RUN, signal), ANSWER);
    await tools.get('book_table')?.call(RUN, signal);
    assert.lengthOf(loaded, 1);
    assert.deepEqual(requests[0], { tool: config.tools![0]!, ...RUN, secrets: [SECRET], callId: 'c1' });
  });

  it('leaves out a secret that is not stored', async () => {
    const { tools, requests } = opened(async () => null);
    await tools.get('book_table')?.call(RUN, new AbortController().signal);
    assert.deepEqual(requests[0]?.secrets, []);
  });

  it('logs why a tool cannot work', async () => {
    const { tools, lines } = opened(async () => null, INCOMPLETE);
    await tools.get('book_table')?.call(RUN, new AbortController().signal);
    assert.deepInclude(lines[0], {
      ...{ event: 'tools.failed', call_id: 'c1', name: 'book_table', status: null },
      reason: 'The secret bookings_key is not stored',
    });
  });

  it('knows the key of a run before it is sent', () => {
    const { tools } = opened(async () => SECRET);
    assert.equal(tools.get('book_table')?.idempotencyKey(RUN), 'c1-7');
  });

  it('loads a secret again after a failure, which the log reports without its value', async () => {
    let isDown = true;
    const { tools, requests, loaded, lines } = opened(async () => {
      if (isDown) throw new Error('The API does not answer');
      return SECRET;
    });
    const { signal } = new AbortController();
    await tools.get('book_table')?.call(RUN, signal);
    isDown = false;
    await tools.get('book_table')?.call(RUN, signal);
    assert.deepEqual(
      requests.map(({ secrets }) => secrets),
      [[], [SECRET]],
    );
    assert.lengthOf(loaded, 2);
    assert.deepEqual(
      lines.map(({ event, name }) => [event, name]),
      [['tools.secret_not_loaded', 'bookings_key']],
    );
  });

  it('asks for nothing for an agent without tools', () => {
    const { log } = rememberingLog();
    const config = parseAgentConfig(least(), known);
    const refuse = (): never => assert.fail('nothing may be loaded');
    const ports = {
      controlPlane: { toolSecret: refuse },
      toolCaller: { call: refuse, idempotencyKey: refuse },
      mcpClient: fakeMcpClient(),
      log,
    };
    const { tools, variables } = openTools(ports, { org_id: 'o1', config }, { call_id: 'c1', variables: { a: 1 } });
    assert.deepEqual([tools.size, variables], [0, { a: 1 }]);
  });
});
