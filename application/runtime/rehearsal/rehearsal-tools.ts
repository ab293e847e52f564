import type { ArgumentSchemas } from '../../ports/argument-schemas.ts';
import type { Log } from '../../ports/log.ts';
import type { McpClient } from '../../ports/mcp-client.ts';
import type { ToolCaller } from '../../ports/tool-caller.ts';
import { callbackTool } from '../callback-tool.ts';
import { DoNotCall } from '../do-not-call.ts';
import { openPageTools } from '../open-page-tools.ts';
import { openTools } from '../open-tools.ts';
import type { RunnableTool, ToolSet } from '../tool-runner.ts';
import type { Agent } from '../../../domain/agents/agent.ts';
import { modelTools } from '../../../domain/agents/model-tools.ts';
import { failedAnswer, type ToolAnswer } from '../../../domain/agents/tool-answer.ts';
import type { TransferResult } from '../../../domain/calls/transfer-record.ts';
import { SCHEDULE_CALLBACK } from '../../../domain/voice/callback-tool.ts';
import { TRANSFER_CALL, transferOutcome } from '../../../domain/voice/transfer-tool.ts';
import { argumentFailure, responseAnswer, serviceAnswer, type ToolService } from './tool-service.ts';
import type { MockedTool, Suite } from '../../../domain/rehearsal/suite.ts';
import type { VirtualRun } from './virtual-run.ts';

/** The round trip of a tool's request unless the suite says otherwise, in ms. */
const TOOL_MS = 600;
/** From the call of a transfer to the person, in ms. */
const TRANSFER_MS = 5_000;

/** What really calls tools. */
export interface RehearsalToolPorts {
  readonly argumentSchemas: ArgumentSchemas;
  readonly toolCaller: ToolCaller;
  readonly mcpClient: McpClient;
  readonly log: Log;
}

interface ToolScope {
  readonly suite: Suite;
  readonly agent: Agent;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly service: ToolService | null;
  readonly run: VirtualRun;
  readonly callId: string;
  /** The carrier took the caller to a person. */
  readonly transferred: () => void;
}

/** The tools that a suite answers and the agent does not have. */
export function unknownTools({ tools = {} }: Suite, { config }: Pick<Agent, 'config'>): string[] {
  const known = [...modelTools(config).map(({ name }) => name), TRANSFER_CALL, SCHEDULE_CALLBACK];
  const unknown = Object.keys(tools).filter((name) => !known.includes(name));
  return unknown.map((name) => `tools names ${name}, which the agent does not have`);
}

/** Why the tools of an agent must not be called by this suite. Nothing: they may. */
export function toolProblems(suite: Suite, agent: Pick<Agent, 'config'>): string[] {
  const { tools = {}, server, live } = suite;
  const { config } = agent;
  const http = (config.tools ?? []).map(({ name }) => name);
  const acting = modelTools(config).filter(
    ({ name, side_effects }) =>
      side_effects && !Object.hasOwn(tools, name) && !(server !== undefined && http.includes(name)),
  );
  return [
    ...unknownTools(suite, agent),
    ...(live
      ? []
      : acting.map(({ name }) => `${name} has side effects: give its answers in tools, or write live: true`)),
  ];
}

/** The tools of an agent in one conversation: those that the suite answers, and the others as they are. */
export function rehearsalTools(ports: RehearsalToolPorts, scope: ToolScope): ToolSet {
  const { suite, agent, variables, callId: call_id, run } = scope;
  const answers = new MockAnswers(suite.tools ?? {}, suite.vendors?.tools?.after_ms ?? TOOL_MS, run);
  const ofHttp = { ...ports.toolCaller, call: answeredCalls(ports, scope, answers) };
  const ofMcp = mcpServersIn(agent, suite).length > 0 ? ports.mcpClient : NO_MCP;
  const opened = openTools(
    { ...ports, toolCaller: ofHttp, mcpClient: ofMcp, controlPlane: { toolSecret: async () => null } },
    agent,
    { call_id, variables },
  );
  // There is no page: those that the suite does not answer fail.
  const ofPage = openPageTools(ports.argumentSchemas, agent.config.page_tools ?? [], {});
  const mocked = new Map(
    [...opened.tools, ...ofPage].map(
      ([name, tool]) => [name, isHttp(agent, name) ? tool : answers.tool(name, tool, run)] as const,
    ),
  );
  return { ...opened, tools: new Map([...mocked, ...platformTools(ports, scope, answers)]) };
}

const isHttp = ({ config }: Agent, name: string): boolean => config.tools?.some((tool) => tool.name === name) === true;

/** The servers with a tool that the suite does not answer. */
const mcpServersIn = ({ config }: Agent, { tools = {} }: Suite) =>
  modelTools({ mcp_servers: config.mcp_servers ?? [] }).filter(({ name }) => !Object.hasOwn(tools, name));

/** Servers that are never called, because the suite answers for them. */
export const NO_MCP: McpClient = {
  idempotencyKey: () => null,
  session: () => ({
    open: async () => null,
    call: async () => plainAnswer(false, 'The tool failed: the suite has no answer for it'),
    close: async () => undefined,
  }),
  list: async () => ({ tools: [], isComplete: true, reason: null, cause: null }),
};

const plainAnswer = (ok: boolean, content: string): ToolAnswer => ({ ok, status: null, content, variables: {} });

/** The answers that a suite gives, one call after the other. */
class MockAnswers {
  readonly #tools: Readonly<Record<string, MockedTool>>;
  readonly #afterMs: number;
  readonly #run: VirtualRun;
  readonly #calls = new Map<string, number>();

  constructor(tools: Readonly<Record<string, MockedTool>>, afterMs: number, run: VirtualRun) {
    this.#tools = tools;
    this.#afterMs = afterMs;
    this.#run = run;
  }

  of(name: string): MockedTool | null {
    return Object.hasOwn(this.#tools, name) ? (this.#tools[name] ?? null) : null;
  }

  /** The answer to the next call of this tool, once its time has passed. */
  async next(name: string, { after_ms: afterMs, answers = ['ok'] }: MockedTool): Promise<unknown> {
    const count = this.#calls.get(name) ?? 0;
    this.#calls.set(name, count + 1);
    await this.#run.pause(afterMs ?? this.#afterMs);
    return answers[Math.min(count, answers.length - 1)];
  }

  /** A tool that is not requested over HTTP: the suite answers it, or it is called. */
  tool(name: string, real: RunnableTool, run: VirtualRun): RunnableTool {
    const mock = this.of(name);
    if (!mock) return { ...real, call: (...args) => run.outside(() => real.call(...args), null) };
    return {
      ...real,
      call: async () => {
        const content = await this.next(name, mock);
        return plainAnswer((mock.status ?? 200) < 400, typeof content === 'string' ? content : JSON.stringify(content));
      },
    };
  }
}

/** The requests of tools: answered by the suite, by its service, or by the real server. */
function answeredCalls(
  { argumentSchemas, toolCaller }: RehearsalToolPorts,
  { service, run, suite }: ToolScope,
  answers: MockAnswers,
): ToolCaller['call'] {
  const afterMs = suite.vendors?.tools?.after_ms ?? TOOL_MS;
  return async (request, signal) => {
    const { tool } = request;
    const mock = answers.of(tool.name);
    if (!mock && !service) return run.outside(() => toolCaller.call(request, signal), null);
    const failure = argumentFailure(argumentSchemas, request);
    if (failure) return failure;
    if (mock?.hangs) {
      await run.pause(tool.timeout_secs * 1_000);
      return failedAnswer(tool, { text: `no answer within ${tool.timeout_secs} seconds`, mayHaveRun: true });
    }
    if (mock) return responseAnswer(tool, mock.status ?? 200, await answers.next(tool.name, mock));
    await run.pause(afterMs);
    return serviceAnswer(service as ToolService, request);
  };
}

/** The tools of the platform that act beyond the conversation. Here they only seem to. */
function platformTools(
  { log }: RehearsalToolPorts,
  { agent, callId: call_id, run, transferred }: ToolScope,
  answers: MockAnswers,
): (readonly [string, RunnableTool])[] {
  const { do_not_call: request, callbacks, transfer } = agent.config;
  const isTelephone = agent.agent_category === 'telephony';
  const controlPlane = {
    async scheduleCallback(_orgId: string, _callId: string, { day = 'today', time = 'a time of your choice' }) {
      const mock = answers.of(SCHEDULE_CALLBACK);
      const answer = mock && (await answers.next(SCHEDULE_CALLBACK, mock));
      return typeof answer === 'string' ? { refusal: answer } : { time_in_words: `${day} at ${time}` };
    },
  };
  const clock = run.clock;
  return [
    ...(request?.tool ? [new DoNotCall({ clock, report: async () => null }, isTelephone).tool] : []),
    ...(callbacks?.tool ? [callbackTool({ controlPlane, log }, { org_id: agent.org_id, call_id }, null)] : []),
    ...(transfer && isTelephone ? [[TRANSFER_CALL, transferTool(answers, transferred)] as const] : []),
  ];
}

/** Transfers that reach the person, unless the suite says `busy`, `no_answer` or another result. */
const transferTool = (answers: MockAnswers, transferred: () => void): RunnableTool => ({
  hasSideEffects: true,
  endsWithConversation: true,
  idempotencyKey: () => null,
  async call() {
    const mock = { after_ms: TRANSFER_MS, answers: ['answered'], ...answers.of(TRANSFER_CALL) };
    const result = (await answers.next(TRANSFER_CALL, mock)) as TransferResult;
    if (result !== 'answered') return plainAnswer(false, transferOutcome(result));
    transferred();
    return plainAnswer(true, 'Transferred.');
  },
});
