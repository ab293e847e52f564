import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { answered, api, type components } from '../../api.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Notice } from '../../parts/notice.tsx';
import { unlessMissing } from '../../parts/unless-missing.ts';
import { useAction, type Action } from '../../parts/use-action.ts';
import { useQuery } from '../../parts/use-query.ts';
import { isLive, type Call } from './call.ts';
import { analysisStrings as words } from './strings.ts';

type Analysis = components['schemas']['CallAnalysis'];
type Result = components['schemas']['CallAnalysisResult'];

const PENDING_MS = 3_000;
const TONES: Readonly<Record<components['schemas']['Success'], Tone>> = { yes: 'good', no: 'bad', unknown: 'plain' };

/** The analysis of a call. One that was not requested can be, if the agent has an analysis section by now. */
export function CallAnalysis({ call }: { readonly call: Call }) {
  const mayStart = call.outcome === undefined && !isLive(call) && call.transcript_url !== null;
  const canStart = useQuery(async () => mayStart && (await hasSection(call.agent_id)), `${call.call_id} ${mayStart}`);
  return <AnalysisCard call={call} canStart={canStart.value ?? false} />;
}

async function hasSection(agentId: string): Promise<boolean> {
  const params = { path: { agent_id: agentId } };
  const agent = await answered(api.GET('/api/v1/agents/{agent_id}', { params })).catch(unlessMissing);
  return agent?.config.analysis !== undefined;
}

interface AnalysisCardProps {
  readonly call: Call;
  /** Whether it can be analysed although no analysis was requested yet. */
  readonly canStart?: boolean;
}

/** What was found out about a call that is over. Nothing where no analysis was requested, unless one can be. */
export function AnalysisCard({ call, canStart = false }: AnalysisCardProps) {
  const { value, isRequested, request } = useAnalysis(call);
  if (value)
    return (
      <Card success={value.result?.success}>
        <State analysis={value} />
        {value.status !== 'pending' && <RequestButton request={request} label={words.again} />}
      </Card>
    );
  if (isRequested || !canStart) return null;
  return (
    <Card>
      <p class="soft">{words.none}</p>
      <RequestButton request={request} label={words.start} />
    </Card>
  );
}

interface CardProps {
  readonly success?: components['schemas']['Success'] | undefined;
  readonly children: ComponentChildren;
}

const Card = ({ success, children }: CardProps) => (
  <section class="card padded stack" aria-labelledby="call-analysis">
    <h2 id="call-analysis">
      {words.title} {success && <SuccessBadge success={success} />}
    </h2>
    {children}
  </section>
);

const RequestButton = ({ request, label }: { readonly request: Action<[]>; readonly label: string }) => (
  <>
    {request.trouble !== null && <Notice kind="error">{request.trouble}</Notice>}
    <div class="row">
      <Button busy={request.isBusy} onPress={() => void request.run()}>
        {label}
      </Button>
    </div>
  </>
);

/** The analysis of a call, followed while it is pending, and how to request it. */
function useAnalysis(call: Call) {
  const [isStarted, setStarted] = useState(false);
  const isRequested = isStarted || call.outcome !== undefined;
  const params = { path: { call_id: call.call_id } };
  const path = '/api/v1/calls/{call_id}/analysis';
  const read = async (): Promise<Analysis | null> =>
    isRequested ? answered(api.GET(path, { params })).catch(unlessMissing) : null;
  const { value, refetch } = useQuery(read, `${call.call_id} ${call.outcome?.status}`, {
    everyMs: (known) => (known?.status === 'pending' ? PENDING_MS : null),
  });
  const request = useAction(async () => {
    await answered(api.POST(path, { params }));
    setStarted(true);
    refetch();
  });
  return { value, isRequested, request };
}

const State = ({ analysis: { status, error_message: why, result } }: { readonly analysis: Analysis }) => (
  <>
    {status === 'pending' && <Notice>{words.pending}</Notice>}
    {why !== null && <Notice kind="warn">{why}</Notice>}
    {result && <Found result={result} />}
  </>
);

/** Whether a call was judged a success. */
export const SuccessBadge = ({ success }: { readonly success: components['schemas']['Success'] }) => (
  <Badge tone={TONES[success]}>{words.success[success]}</Badge>
);

const Found = ({ result: { summary, success_reason: reason, fields = {} } }: { readonly result: Result }) => (
  <>
    {summary !== undefined && <p>{summary}</p>}
    <Facts
      of={[[words.reason, reason], ...Object.entries(fields).map(([name, value]) => [name, wordsOf(value)] as const)]}
    />
  </>
);

/** A text as it is, a list of texts with commas, anything else as JSON. */
function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const isList = Array.isArray(value) && value.every((each) => typeof each === 'string');
  return isList ? value.join(', ') : JSON.stringify(value);
}
