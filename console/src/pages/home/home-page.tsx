import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Page } from '../../parts/page.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { session } from '../../session.ts';
import { strings } from './strings.ts';
import { isLive } from '../calls/call.ts';
import { CallTable } from '../calls/call-table.tsx';
import { mergeCalls } from '../calls/merge-calls.ts';
import { FirstSteps } from './first-steps.tsx';
import './home.css';
import { HomeStats } from './home-stats.tsx';
import type { RecentSummary } from './recent-summary.ts';
import { HomeCharts } from './home-charts.tsx';

const LIVE_MS = 2_500;
const QUIET_MS = 10_000;
const PAST_MS = 20_000;
/** Number of newest calls that are polled. */
const LIVE_CALLS = 50;
/** Number of newest calls for the charts, polled less often. */
const RECENT_CALLS = 500;
/** Number of calls in the list. */
const LISTED = 8;

/** What happens now and lately; for a newcomer, what to do first. */
export function HomePage() {
  const live = useQuery(() => loadNewest(LIVE_CALLS), '', {
    everyMs: (value) => (value?.calls.some(isLive) ? LIVE_MS : QUIET_MS),
  });
  const past = useQuery(loadPast, '', { everyMs: PAST_MS });
  const { org_id, organisations = [] } = session.value ?? {};
  const name = organisations.find((one) => one.org_id === org_id)?.name;
  return (
    <Page title={strings.title} lead={name}>
      <AsyncView query={live}>
        {({ calls, total }) => (
          <>
            <FirstSteps calls={total} />
            {total > 0 && (
              <>
                <AsyncView query={past}>
                  {({ calls: many, ...known }) => (
                    <Overview recent={{ ...known, total, calls: mergeCalls(calls, many) }} />
                  )}
                </AsyncView>
                <section class="stack">
                  <h2>{strings.latest}</h2>
                  <CallTable caption={strings.latest} calls={calls.slice(0, LISTED)} />
                </section>
              </>
            )}
          </>
        )}
      </AsyncView>
    </Page>
  );
}

const Overview = ({ recent }: { readonly recent: RecentSummary }) => (
  <>
    <HomeStats recent={recent} />
    <HomeCharts recent={recent} />
  </>
);

const organisationPath = () => ({ org_id: session.value?.org_id ?? '' });

const loadNewest = (limit: number) =>
  answered(api.GET('/api/v1/calls/org/{org_id}', { params: { path: organisationPath(), query: { limit } } }));

async function loadPast(): Promise<Omit<RecentSummary, 'total'>> {
  const params = { path: organisationPath() };
  const [analytics, outcomes, { calls }] = await Promise.all([
    answered(api.GET('/api/v1/calls/org/{org_id}/analytics', { params })),
    answered(api.GET('/api/v1/calls/org/{org_id}/outcomes', { params })),
    loadNewest(RECENT_CALLS),
  ]);
  return { analytics, outcomes, calls };
}
