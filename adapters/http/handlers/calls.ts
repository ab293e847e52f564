import type { CallUseCases } from '../../../application/calls/index.ts';
import type { NewWebCall } from '../../../application/calls/register-web-call.ts';
import type { CallLog } from '../../../domain/calls/call-log.ts';
import type { CallMetricsBody } from '../../../domain/calls/call-metrics.ts';
import type { CallPatchInput } from '../../../domain/calls/call-patch.ts';
import { withProxyRoutes } from '../../../domain/calls/locations.ts';
import { created, ok, type Handlers, type Input } from '../handler.ts';
import { artifactReply } from '../ranges.ts';

/** `prefix` is where the routes are mounted that a call's recording and transcript are fetched from. */
export const callHandlers = (calls: CallUseCases, prefix: string) =>
  ({
    registerWebCall: async ({ caller, body }: Input<NewWebCall>) =>
      created(registration(await calls.registerWeb(caller, body))),
    getCall: async ({ caller, path }) => ok(withProxyRoutes(await calls.find(caller, path('call_id')), prefix)),
    updateCall: async ({ caller, path, body }: Input<CallPatchInput>) =>
      ok(withProxyRoutes(await calls.update(caller, path('call_id'), body), prefix)),
    getRecording: async ({ caller, path, range }) =>
      artifactReply(await calls.openArtifact(caller, path('call_id'), 'recording'), 'audio/wav', range),
    getTranscript: async ({ caller, path, range }) =>
      artifactReply(
        await calls.openArtifact(caller, path('call_id'), 'transcript'),
        'text/plain; charset=utf-8',
        range,
      ),
    getCallMetrics: async ({ caller, path }) => ok(await calls.readMetrics(caller, path('call_id'))),
    putCallMetrics: async ({ caller, path, body }: Input<CallMetricsBody>) =>
      ok(await calls.recordMetrics(caller, path('call_id'), body)),
  }) satisfies Handlers;

/** Spec: WebCallRegisterResponse. */
const registration = ({ call_id, status, call_type, agent_id, custom_variables }: CallLog) => ({
  call_id,
  status,
  call_type,
  agent_id,
  custom_variables,
});
