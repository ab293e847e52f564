import { stringify } from 'yaml';
import type { NewClaim } from '../../../application/calls/claim-call.ts';
import type { CallUseCases } from '../../../application/calls/index.ts';
import type { InboundRegistration, NewInboundCall } from '../../../application/calls/register-inbound-call.ts';
import type { NewWebCall } from '../../../application/calls/register-web-call.ts';
import type { LostCall } from '../../../application/calls/report-lost-call.ts';
import type { Renewal } from '../../../application/calls/renew-calls.ts';
import type { NewOutboundCall } from '../../../application/calls/start-outbound-call.ts';
import type { CallLog } from '../../../domain/calls/call-log.ts';
import type { WrongAnswer } from '../../../domain/calls/answer-record.ts';
import type { CallMetricsBody } from '../../../domain/calls/call-metrics.ts';
import type { CallPatchInput } from '../../../domain/calls/call-patch.ts';
import { withArtifactRoutes } from '../../../domain/calls/artifact-urls.ts';
import { attachmentDisposition } from '../../lib/attachment.ts';
import { created, done, listed, ok, type Body, type Handlers, type InputOf } from '../handler.ts';
import { pageOf } from '../page.ts';
import { artifactReply } from '../ranges.ts';

/** The runtime's URL for clients that reached this API under this host name. Null when unknown. */
type RuntimeUrl = (hostName: string) => string | null;

/** `prefix` is where the routes are mounted that a call's recording and transcript are fetched from. */
export const callHandlers = (calls: CallUseCases, prefix: string, runtimeUrl: RuntimeUrl) =>
  ({
    ...registration(calls, runtimeUrl),
    ...running(calls),
    ...metrics(calls),
    ...answers(calls),
    listOrganisationCalls: async ({ principal, path, query }) => {
      const { calls: found, ...beside } = await calls.list(principal, path('org_id'), pageOf(query), filterOf(query));
      return listed({ items: found.map((call) => withArtifactRoutes(call, prefix)), name: 'calls', beside });
    },
    exportCalls: async ({ principal, path, query }) => {
      const lines = await calls.export(principal, path('org_id'), filterOf(query));
      return {
        status: 200,
        headers: {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': attachmentDisposition('calls.csv'),
        },
        bytes: async () => encoded(lines),
      };
    },
    getCallOutcomes: async ({ principal, path, query }) => {
      const filter = { agent_id: query('agent_id'), agent_version: query('agent_version'), ...spanOf(query) };
      return ok(await calls.readOutcomes(principal, path('org_id'), filter));
    },
    getCall: async ({ principal, path }) =>
      ok(withArtifactRoutes(await calls.find(principal, path('call_id')), prefix)),
    deleteCall: async ({ principal, path }) => {
      await calls.delete(principal, path('call_id'));
      return done('Call deleted');
    },
    updateCall: async ({ principal, path }, body: Body<CallPatchInput>) =>
      ok(withArtifactRoutes(await calls.update(principal, path('call_id'), body), prefix)),
    updateCallByProviderSid: async ({ principal, path }, body: Body<CallPatchInput>) =>
      ok(withArtifactRoutes(await calls.updateByProviderSid(principal, path('provider_call_sid'), body), prefix)),
    getRecording: async ({ principal, path, range }) =>
      artifactReply(await calls.openArtifact(principal, path('call_id'), 'recording'), 'audio/wav', range),
    getTranscript: async ({ principal, path, range }) =>
      artifactReply(
        await calls.openArtifact(principal, path('call_id'), 'transcript'),
        'text/plain; charset=utf-8',
        range,
      ),
    ...replays(calls),
  }) satisfies Partial<Handlers>;

const spanOf = (query: (name: 'from' | 'to') => string | undefined) => ({ from: query('from'), to: query('to') });

const replays = (calls: CallUseCases) =>
  ({
    getCallInputs: async ({ principal, path, range }) =>
      artifactReply(await calls.openInputs(principal, path('call_id')), 'application/x-ndjson', range),
    getCallScenario: async ({ principal, path }) => {
      const scenario = await calls.readScenario(principal, path('call_id'));
      const text = stringify({ scenarios: [scenario] }, { lineWidth: 0, blockQuote: 'literal' });
      return {
        status: 200,
        headers: {
          'Content-Type': 'application/yaml; charset=utf-8',
          'Content-Disposition': attachmentDisposition(`${path('call_id')}.yaml`),
        },
        bytes: async () => encoded(once(text)),
      };
    },
  }) satisfies Partial<Handlers>;

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

const filterOf = (query: InputOf<'exportCalls'>['query']) => ({
  ...{ agent_id: query('agent_id'), agent_version: query('agent_version'), ...spanOf(query) },
  ...{ analysis: query('analysis'), success: query('success'), field: query('field') },
  ...{ campaign_id: query('campaign_id'), call_type: query('call_type') },
  ...{ standing: query('standing'), number: query('number') },
});

async function* encoded(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const line of lines) yield Buffer.from(line);
}

const registration = (calls: CallUseCases, runtimeUrl: RuntimeUrl) =>
  ({
    startOutboundCall: async ({ principal }, body: Body<NewOutboundCall>) =>
      created(outbound(await calls.startOutbound(principal, body))),
    registerInboundCall: async ({ principal }, body: Body<NewInboundCall>) =>
      created(inbound(await calls.registerInbound(principal, body), body)),
    registerWebCall: async ({ principal, absolute }, body: Body<NewWebCall>) => {
      const { call, ticket } = await calls.registerWeb(principal, body);
      return created({ ...web(call), ticket, socket_url: socketOf(call, runtimeUrl(new URL(absolute('/')).hostname)) });
    },
  }) satisfies Partial<Handlers>;

const running = (calls: CallUseCases) =>
  ({
    claimCall: async ({ principal, path }, { owner, ...ran }: Body<NewClaim>) =>
      ok(await calls.claim(principal, path('call_id'), owner, ran)),
    renewCalls: async (_input, body: Body<Renewal>) => ok(await calls.renew(body)),
    countRingingCalls: async ({ query }) => ok(await calls.countRinging(query('registered_until'))),
    reportLostCall: async (_input, body: Body<LostCall>) => {
      await calls.reportLostCall(body);
      return ok({ status: 'ok' });
    },
  }) satisfies Partial<Handlers>;

const answers = (calls: CallUseCases) =>
  ({
    listGaps: async ({ principal, query }) =>
      ok(await calls.listGaps(principal, { agent_id: query('agent_id'), kind: query('kind') }, pageOf(query))),
    markAnswer: async ({ principal, path }, body: Body<Pick<WrongAnswer, 'note' | 'correct_answer'>>) =>
      ok(await calls.markAnswer(principal, path('call_id'), path('answer_number'), body)),
    unmarkAnswer: async ({ principal, path }) =>
      ok(await calls.unmarkAnswer(principal, path('call_id'), path('answer_number'))),
  }) satisfies Partial<Handlers>;

const metrics = (calls: CallUseCases) =>
  ({
    getCallAnalytics: async ({ principal, path }) => ok(await calls.readAnalytics(principal, path('org_id'))),
    getCallMetrics: async ({ principal, path }) => ok(await calls.readMetrics(principal, path('call_id'))),
    putCallMetrics: async ({ principal, path }, body: Body<CallMetricsBody>) =>
      ok(await calls.recordMetrics(principal, path('call_id'), body)),
    getCallCost: async ({ principal, path }) => ok(await calls.readCost(principal, path('call_id'))),
  }) satisfies Partial<Handlers>;

/** Spec: OutboundCallResponse. */
const outbound = ({ provider_call_sid, from_number, to_number, ...call }: CallLog) => ({
  ...known(call),
  provider_call_sid,
  from_number,
  to_number,
  custom_variables: call.custom_variables,
});

/** Spec: InboundCallRegisterResponse, and whether the call is new. */
const inbound = (
  { call: { call_type, from_number, to_number, ...call }, created: isNew }: InboundRegistration,
  { provider_call_sid }: Pick<NewInboundCall, 'provider_call_sid'>,
) => ({
  ...known(call),
  provider_call_sid,
  call_type,
  from_number,
  to_number,
  created: isNew,
});

/** The address of the agent's socket at a runtime. */
function socketOf({ org_id, agent_id }: CallLog, runtimeUrl: string | null): string | null {
  if (runtimeUrl === null) return null;
  const path = `agent/${encodeURIComponent(org_id)}/${encodeURIComponent(agent_id)}`;
  return new URL(path, runtimeUrl.endsWith('/') ? runtimeUrl : `${runtimeUrl}/`).href.replace(/^http/, 'ws');
}

/** Spec: WebCallRegisterResponse, and a ticket beside it. */
const web = ({ custom_variables, ...call }: CallLog) => ({
  ...known(call),
  call_type: 'web' as const,
  custom_variables,
});

const known = ({ call_id, status, agent_id }: Pick<CallLog, 'call_id' | 'status' | 'agent_id'>) => ({
  call_id,
  status,
  agent_id,
});
