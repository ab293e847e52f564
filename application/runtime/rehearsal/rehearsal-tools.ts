import type { ArgumentSchemas } from '../../ports/argument-schemas.ts';
import type { Log } from '../../ports/log.ts';
import type { McpClient } from '../../ports/mcp-client.ts';
import type { MediaChannel } from '../../ports/media-channel.ts';
import type { ToolCaller } from '../../ports/tool-caller.ts';
import { callbackTool } from '../callback-tool.ts';
import type { DoNotCall } from '../do-not-call.ts';
import { NO_PAGE, openPageTools } from '../open-page-tools.ts';
import { openTools } from '../open-tools.ts';
import type { RunnableTool, ToolSet } from '../tool-runner.ts';
import type { Agent } from '../../../domain/agents/agent.ts';
import { modelTools } from '../../../domain/agents/model-tools.ts';
import { failedAnswer, plainAnswer } from '../../../domain/agents/tool-answer.ts';
import type { TransferResult } from '../../../domain/calls/transfer-record.ts';
import { SCHEDULE_CALLBACK } from '../../../domain/voice/callback-tool.ts';
import { TRANSFER_CALL, transferOutcome } from '../../../domain/voice/transfer-tool.ts';
import { isFailure, type MockAnswers } from './mock-answers.ts';
import { mockedMcp, NO_MCP } from './mocked-mcp.ts';
import { argumentFailure, responseAnswer, serviceAnswer, type ToolService } from './tool-service.ts';
import type { Suite } from '../../../domain/rehearsal/suite.ts';
import type { VirtualRun } from './virtual-run.ts';

/** From the call of a transfer to the person, in ms. */
const TRANSFER_MS = 5_000;

/** What really calls tools. */
export interface RehearsalToolPorts {
  readonly argumentSchemas: ArgumentSchemas;
  readonly toolCaller: ToolCaller;
  readonly mcpClient: McpClient;
  readonly log: Log;
}

/** A conversation, as far as the tools of its agents depend on it. */
export interface ToolScope {
  readonly suite: Suite;
  readonly answers: MockAnswers;
  readonly service: ToolService | null;
  readonly run: VirtualRun;
  readonly callId: string;
  /** Whether it is one of the telephone. */
  readonly isTelephone: boolean;
  readonly doNotCall: DoNotCall;
  /** The carrier took the caller to a person. */
  readonly transferred: () => void;
}

type AgentConfig = Pick<Agent, 'config'>;

/** The tools that a suite answers and none of the agents has. */
export function unknownTools({ tools = {} }: Suite, agents: readonly AgentConfig[]): string[] {
  const ofAgents = agents.flatMap(({ config }) => modelTools(config).map(({ name }) => name));
  const known = [...ofAgents, TRANSFER_CALL, SCHEDULE_CALLBACK];
  const unknown = Object.keys(tools).filter((name) => !known.includes(name));
  return unknown.map((name) => `tools names ${name}, which the agent does not have`);
}

/** Why the tools of agents must not be called by this suite. Nothing: they may. */
export function toolProblems(suite: Suite, agents: readonly AgentConfig[]): string[] {
  const { tools = {}, server, live } = suite;
  const acting = agents.flatMap(({ config }) => {
    const http = (config.tools ?? []).map(({ name }) => name);
    return modelTools(config).filter(
      ({ name, side_effects }) =>
        side_effects && !Object.hasOwn(tools, name) && !(server !== undefined && http.includes(name)),
    );
  });
  const names = [...new Set(acting.map(({ name }) => name))];
  return [
    ...unknownTools(suite, agents),
    ...(live ? [] : names.map((name) => `${name} has side effects: give its answers in tools, or write live: true`)),
  ];
}

/** The tools of an agent in one conversation: those that the suite answers, and the others as they are. */
export function rehearsalTools(
  ports: RehearsalToolPorts,
  agent: Agent,
  variables: Readonly<Record<string, unknown>>,
  scope: ToolScope,
): ToolSet {
  const { suite, callId: call_id } = scope;
  const ofHttp = { ...ports.toolCaller, call: answeredCalls(ports, scope) };
  const servers = mcpServersIn(agent, suite).length > 0 ? ports.mcpClient : NO_MCP;
  const opened = openTools(
    {
      ...{ ...ports, toolCaller: ofHttp, mcpClient: mockedMcp({ ...ports, mcpClient: servers }, scope) },
      controlPlane: { toolSecret: async () => null },
    },
    agent,
    { call_id, variables },
  );
  const ofPage = openPageTools(ports.argumentSchemas, agent.config.page_tools ?? [], pageOf(scope));
  return { ...opened, tools: new Map([...opened.tools, ...ofPage, ...platformTools(ports, agent, scope)]) };
}

/** The servers with a tool that the suite does not answer. */
const mcpServersIn = ({ config }: Agent, { tools = {} }: Suite) =>
  modelTools({ mcp_servers: config.mcp_servers ?? [] }).filter(({ name }) => !Object.hasOwn(tools, name));

/** There is no page: the suite answers for it, or the tool fails. */
const pageOf = ({ answers }: ToolScope): Pick<MediaChannel, 'callPage'> => ({
  async callPage({ name, timeoutMs }) {
    const mock = answers.of(name);
    if (!mock) return NO_PAGE;
    const answer = await answers.answer(name, mock, timeoutMs / 1_000);
    if (!answer) return { reason: 'the page did not answer in time', mayHaveRun: true };
    const { body } = answer;
    return isFailure(answer)
      ? { reason: typeof body === 'string' ? body : JSON.stringify(body ?? null), mayHaveRun: false }
      : { result: body };
  },
});

/** The requests of tools: answered by the suite, by its service, or by the real server. */
function answeredCalls(
  { argumentSchemas, toolCaller }: RehearsalToolPorts,
  { service, run, answers }: ToolScope,
): ToolCaller['call'] {
  return async (request, signal) => {
    const { tool } = request;
    const mock = answers.of(tool.name);
    if (!mock && !service) return run.outside(() => toolCaller.call(request, signal), null);
    const failure = argumentFailure(argumentSchemas, request);
    if (failure) return failure;
    if (mock) {
      const answer = await answers.answer(tool.name, mock, tool.timeout_secs);
      return answer
        ? responseAnswer(tool, answer.status, answer.body)
        : failedAnswer(tool, { text: 'timeout', mayHaveRun: true });
    }
    await answers.roundTrip();
    return serviceAnswer(service as ToolService, request);
  };
}

/** The tools of the platform that act beyond the conversation. Here they only seem to. */
function platformTools(
  { log }: RehearsalToolPorts,
  agent: Agent,
  { callId: call_id, isTelephone, answers, doNotCall, transferred }: ToolScope,
): (readonly [string, RunnableTool])[] {
  const { do_not_call: request, callbacks, transfer } = agent.config;
  const controlPlane = {
    async scheduleCallback(_orgId: string, _callId: string, { day = 'today', time = 'a time of your choice' }) {
      const mock = answers.of(SCHEDULE_CALLBACK);
      const answer = mock && (await answers.next(SCHEDULE_CALLBACK, mock));
      return typeof answer === 'string' ? { refusal: answer } : { time_in_words: `${day} at ${time}` };
    },
  };
  return [
    ...(request?.tool ? [doNotCall.tool] : []),
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
