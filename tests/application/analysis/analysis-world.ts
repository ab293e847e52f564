import { parseAgentConfig } from '../../../domain/agents/config.ts';
import { transcriptKey } from '../../../domain/calls/artifact-urls.ts';
import { webCall, type CallLog } from '../../../domain/calls/call-log.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import type { GenerationChunk, GenerationRequest, TokenUsage } from '../../../application/ports/language-model.ts';
import type { OrganisationModels } from '../../../application/ports/providers.ts';
import { analysisWorker, type AnalysisWorkerPorts } from '../../../application/analysis/analysis-worker.ts';
import { addOrganisation } from '../added-organisation.ts';
import { testConfig, testProviders } from '../../support/providers.ts';
import { storeText } from '../../support/stored-texts.ts';
import { openPorts, type Ports } from '../../support/world.ts';

/** The ports of the analysis, with an organisation `o1` and its agent `a1`; closed after the test. */
export async function analysisWorld(analysis: object = {}) {
  const ports = await openPorts();
  await addAgent(ports, 'o1', 'a1', analysis);
  return {
    ports,
    /** A process with this model. */
    worker: (model: OrganisationModels, more: Partial<AnalysisWorkerPorts> = {}) =>
      analysisWorker({ ...ports, organisationModels: model, ...more }),
    addAgent: (orgId: string, agentId: string) => addAgent(ports, orgId, agentId, analysis),
    /** Adds an ended call with this transcript. */
    endedCall: (id: string, transcript = 'user: hello', orgId = 'o1', agentId = 'a1') =>
      endedCall(ports, { id, transcript, orgId, agentId }),
    found: (id: string) => ports.callAnalyses.find('o1', id),
  };
}

async function addAgent(ports: Ports, orgId: string, agentId: string, analysis: object): Promise<void> {
  const at = '2026-01-01T00:00:00.000Z';
  await addOrganisation(ports, orgId);
  await ports.agents.add({
    ...{ agent_id: agentId, org_id: orgId, name: agentId, status: 'active', agent_category: 'websocket' },
    ...{
      created_by: 'ada@example.com',
      linked_phone_number: null,
      telephony: null,
      created_at: at,
      updated_at: at,
    },
    config: parseAgentConfig({ ...testConfig(), analysis }, testProviders()),
  });
}

async function endedCall(
  ports: Ports,
  { id, transcript, orgId, agentId }: { id: string; transcript: string; orgId: string; agentId: string },
): Promise<CallLog> {
  const url = await storeText(ports, transcriptKey(orgId, id), `call_id=${id}\n---\n${transcript}\n`);
  const facts = { call_id: id, org_id: orgId, agent_id: agentId, agent_name: agentId, custom_variables: {} };
  const call: CallLog = {
    ...webCall({ ...facts, now: ports.clock.now() }),
    ...{ status: 'completed', call_response: 'answered', transcript_url: url },
  };
  await ports.calls.add(call);
  return call;
}

/** A model that answers each request with what `answer` makes of it, and remembers the requests. */
export function scriptedModels(
  answer: (request: GenerationRequest, nth: number) => string | Promise<string>,
  usage: TokenUsage = { input: 100, output: 10 },
) {
  const requests: GenerationRequest[] = [];
  const opened: string[] = [];
  const models: OrganisationModels = {
    async open(_orgId, { provider }) {
      opened.push(provider);
      return {
        model: 'm1',
        async *generate(request): AsyncGenerator<GenerationChunk> {
          requests.push(request);
          yield { type: 'text', text: await answer(request, requests.length) };
          yield { type: 'finished', reason: 'stop', usage };
        },
        close: () => undefined,
      };
    },
  };
  return { models, requests, opened };
}

/** A failure of a vendor. */
export const vendorFailure = (retryable: boolean): VendorFailure =>
  new VendorFailure('openai answered 500', { retryable });
