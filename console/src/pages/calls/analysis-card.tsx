import { answered, api, type components } from '../../api.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Notice } from '../../parts/notice.tsx';
import { unlessMissing } from '../../parts/unless-missing.ts';
import { useAction } from '../../parts/use-action.ts';
import { useQuery } from '../../parts/use-query.ts';
import type { Call } from './call.ts';
import { analysisStrings as words } from './strings.ts';

type Analysis = components['schemas']['CallAnalysis'];
type Result = components['schemas']['CallAnalysisResult'];

const PENDING_MS = 3_000;
const TONES: Readonly<Record<components['schemas']['Success'], Tone>> = { yes: 'good', no: 'bad', unknown: 'plain' };

/** What was found out about a call that is over. Nothing where no analysis was requested. */
export function AnalysisCard({ call }: { readonly call: Call }) {
  const params = { path: { call_id: call.call_id } };
  const path = '/api/v1/calls/{call_id}/analysis';
  const read = async (): Promise<Analysis | null> =>
    call.outcome === undefined ? null : answered(api.GET(path, { params })).catch(unlessMissing);
  const query = useQuery(read, `${call.call_id} ${call.outcome?.status}`, {
    everyMs: (value) => (value?.status === 'pending' ? PENDING_MS : null),
  });
  const again = useAction(async () => {
    await answered(api.POST(path, { params }));
    query.refetch();
  });
  const { value } = query;
  if (!value) return null;
  return (
    <section class="card padded stack" aria-labelledby="call-analysis">
      <h2 id="call-analysis">
        {words.title} {value.result?.success && <SuccessBadge success={value.result.success} />}
      </h2>
      {value.status === 'pending' && <Notice>{words.pending}</Notice>}
      {value.error_message !== null && <Notice kind="warn">{value.error_message}</Notice>}
      {again.trouble !== null && <Notice kind="error">{again.trouble}</Notice>}
      {value.result && <Found result={value.result} />}
      {value.status !== 'pending' && (
        <Button busy={again.isBusy} onPress={() => void again.run()}>
          {words.again}
        </Button>
      )}
    </section>
  );
}

/** Whether a call was judged a success. */
export const SuccessBadge = ({ success }: { readonly success: components['schemas']['Success'] }) => (
  <Badge tone={TONES[success]}>{words.success[success]}</Badge>
);

const Found = ({ result: { summary, success_reason: reason, fields = {} } }: { readonly result: Result }) => (
  <>
    {summary !== undefined && <p>{summary}</p>}
    <Facts
      of={[
        [words.reason, reason],
        ...Object.entries(fields).map(
          ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
        ),
      ]}
    />
  </>
);
