import { answered, api } from '../../api.ts';
import { Answered } from '../../parts/answered.tsx';
import { Page } from '../../parts/page.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import { session } from '../../session.ts';
import { words } from '../../words.ts';
import { isLive } from '../calls/call.ts';
import { CallTable } from '../calls/call-table.tsx';
import { merged } from '../calls/merged.ts';
import { FirstSteps } from './first-steps.tsx';
import './home.css';
import { Figures } from './figures.tsx';
import type { Lately } from './lately.ts';
import { Pictures } from './pictures.tsx';

const LIVE_MS = 2_500;
const QUIET_MS = 10_000;
const PAST_MS = 20_000;
/** So many of the newest calls are followed. */
const FOLLOWED = 50;
/** So many of the newest calls are looked at, less often. */
const LOOKED_AT = 500;
/** So many of them are listed. */
const LISTED = 8;

/** What happens now and lately; for a newcomer, what to do first. */
export function HomePage() {
  const followed = useAnswer(() => askNewest(FOLLOWED), '', {
    everyMs: (value) => (value?.calls.some(isLive) ? LIVE_MS : QUIET_MS),
  });
  const past = useAnswer(askPast, '', { everyMs: PAST_MS });
  const { org_id, organisations = [] } = session.value ?? {};
  const name = organisations.find((one) => one.org_id === org_id)?.name;
  return (
    <Page title={words.home.title} lead={name}>
      <Answered to={followed}>
        {({ calls, total }) => (
          <>
            <FirstSteps calls={total} />
            {total > 0 && (
              <>
                <Answered to={past}>
                  {({ analytics, calls: many }) => (
                    <Overview lately={{ analytics, total, calls: merged(calls, many) }} />
                  )}
                </Answered>
                <section class="stack">
                  <h2>{words.home.latest}</h2>
                  <CallTable caption={words.home.latest} calls={calls.slice(0, LISTED)} />
                </section>
              </>
            )}
          </>
        )}
      </Answered>
    </Page>
  );
}

const Overview = ({ lately }: { readonly lately: Lately }) => (
  <>
    <Figures lately={lately} />
    <Pictures lately={lately} />
  </>
);

const here = () => ({ org_id: session.value?.org_id ?? '' });

const askNewest = (limit: number) =>
  answered(api.GET('/api/v1/calls/org/{org_id}', { params: { path: here(), query: { limit } } }));

async function askPast(): Promise<Pick<Lately, 'analytics' | 'calls'>> {
  const [analytics, { calls }] = await Promise.all([
    answered(api.GET('/api/v1/calls/org/{org_id}/analytics', { params: { path: here() } })),
    askNewest(LOOKED_AT),
  ]);
  return { analytics, calls };
}
