import { answered, api } from '../../api.ts';
import { Answered } from '../../parts/answered.tsx';
import { Page } from '../../parts/page.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import { session } from '../../session.ts';
import { words } from '../../words.ts';
import { isLive } from '../calls/call.ts';
import { CallTable } from '../calls/call-table.tsx';
import { FirstSteps } from './first-steps.tsx';
import './home.css';
import { Figures } from './figures.tsx';
import type { Lately } from './lately.ts';
import { Pictures } from './pictures.tsx';

const LIVE_MS = 2_500;
const QUIET_MS = 10_000;
/** So many of the newest calls are looked at. */
const LATEST = 500;
/** So many of them are listed. */
const LISTED = 8;

/** What happens now and lately; for a newcomer, what to do first. */
export function HomePage() {
  const lately = useAnswer(askLately, '', {
    everyMs: (value) => (value?.calls.some(isLive) ? LIVE_MS : QUIET_MS),
  });
  const { org_id, organisations = [] } = session.value ?? {};
  const name = organisations.find((one) => one.org_id === org_id)?.name;
  return (
    <Page title={words.home.title} lead={name}>
      <Answered to={lately}>
        {(value) => (
          <>
            <FirstSteps calls={value.total} />
            {value.total > 0 && (
              <>
                <Figures lately={value} />
                <Pictures lately={value} />
                <section class="stack">
                  <h2>{words.home.latest}</h2>
                  <CallTable caption={words.home.latest} calls={value.calls.slice(0, LISTED)} />
                </section>
              </>
            )}
          </>
        )}
      </Answered>
    </Page>
  );
}

async function askLately(): Promise<Lately> {
  const path = { org_id: session.value?.org_id ?? '' };
  const [analytics, { calls, total }] = await Promise.all([
    answered(api.GET('/api/v1/calls/org/{org_id}/analytics', { params: { path } })),
    answered(api.GET('/api/v1/calls/org/{org_id}', { params: { path, query: { limit: LATEST } } })),
  ]);
  return { analytics, calls, total };
}
