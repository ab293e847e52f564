import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Select } from '../../parts/select.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { formatDuration, formatMoment } from '../../format.ts';
import { session } from '../../session.ts';
import { AnalysisCard } from '../calls/analysis-card.tsx';
import { isLive, peerOf, type Call } from '../calls/call.ts';
import type { Agent } from './agent.ts';
import { analysisStrings as words } from './analysis-strings.ts';

/** Number of newest calls of the agent among which one is chosen. */
const OFFERED = 50;

interface TrialProps {
  readonly agent: Agent | null;
  /** Whether the section is stored as it stands in the form. */
  readonly isSaved: boolean;
}

/** Analyses one of the agent's calls with the stored section. */
export const AnalysisTrial = ({ agent, isSaved }: TrialProps) => (
  <section class="card padded stack" aria-labelledby="analysis-trial-title">
    <h2 id="analysis-trial-title">{words.trial}</h2>
    <p class="hint">{words.trialHint}</p>
    {agent && isSaved ? <Trial agentId={agent.agent_id} /> : <p class="soft">{words.saveFirst}</p>}
  </section>
);

function Trial({ agentId }: { readonly agentId: string }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const calls = useQuery(() => readCalls(agentId), agentId);
  return (
    <AsyncView query={calls}>
      {(found) => {
        const call = found.find(({ call_id }) => call_id === chosen) ?? found[0];
        if (!call) return <p class="soft">{words.noCalls}</p>;
        return (
          <>
            <Select
              label={words.call}
              value={call.call_id}
              options={found.map((each) => ({ value: each.call_id, label: labelOf(each) }))}
              onChange={setChosen}
            />
            <AnalysisCard key={call.call_id} call={call} canStart />
          </>
        );
      }}
    </AsyncView>
  );
}

async function readCalls(agentId: string): Promise<readonly Call[]> {
  const params = {
    path: { org_id: session.value?.org_id ?? '' },
    query: { agent_id: agentId, limit: OFFERED },
  };
  const { calls } = await answered(api.GET('/api/v1/calls/org/{org_id}', { params }));
  return calls.filter((call) => !isLive(call) && call.transcript_url !== null);
}

const labelOf = (call: Call): string =>
  [
    formatMoment(new Date(call.created_at), new Date()),
    peerOf(call) ?? words.browser,
    ...(call.duration === null ? [] : [formatDuration(call.duration)]),
  ].join(' · ');
