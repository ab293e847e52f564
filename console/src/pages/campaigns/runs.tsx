import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { Answered } from '../../parts/answered.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import { useTab } from '../../parts/use-tab.ts';
import { words } from '../../words.ts';
import type { Call } from '../calls/call.ts';
import { CallTable } from '../calls/call-table.tsx';
import { isWanted, SHOWN } from '../calls/filter.ts';

interface RunsProps {
  readonly campaignId: string;
  /** Its newest calls, which are here already. */
  readonly latest: readonly Call[];
  /** How many are shown at a time. */
  readonly limit: number;
}

/** The calls of a campaign by how they stand, the newest first. */
export function Runs({ campaignId, latest, limit }: RunsProps) {
  const [show, setShow] = useTab(SHOWN);
  const [offset, setOffset] = useState(0);
  const params = { path: { campaign_id: campaignId }, query: { limit, offset } };
  const older = useAnswer(
    async () => (offset === 0 ? [] : answered(api.GET('/api/v1/campaign/{campaign_id}/runs', { params }))),
    `${campaignId}/${offset}`,
  );
  return (
    <section class="stack">
      <h2>{words.campaigns.runs}</h2>
      <Tabs
        label={words.campaigns.runs}
        tabs={SHOWN.map((id) => ({ id, label: words.calls.shown[id] }))}
        selected={show}
        onSelect={setShow}
      >
        <Answered to={offset === 0 ? { ...older, value: latest } : older}>
          {(calls) => (
            <div class="stack">
              <Shown calls={calls.filter((call) => isWanted({ show, type: '', agent: '' }, call))} />
              <Pager offset={offset} limit={limit} total={null} shown={calls.length} onMove={setOffset} />
            </div>
          )}
        </Answered>
      </Tabs>
    </section>
  );
}

const Shown = ({ calls }: { readonly calls: readonly Call[] }) =>
  calls.length === 0 ? (
    <p class="soft">{words.campaigns.noRuns}</p>
  ) : (
    <CallTable caption={words.campaigns.runs} calls={calls} isOfOneAgent />
  );
