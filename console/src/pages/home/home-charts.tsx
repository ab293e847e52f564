import { BarList } from '../../parts/charts/bar-list.tsx';
import { Columns } from '../../parts/charts/columns.tsx';
import { Shares, type Share } from '../../parts/charts/shares.tsx';
import { Facts } from '../../parts/facts.tsx';
import { formatDay, formatMoment } from '../../format.ts';
import { useProviderNames } from '../../parts/providers.ts';
import { at } from '../../paths.ts';
import { sharedStrings } from '../../parts/strings.ts';
import { strings } from './strings.ts';
import type { RecentSummary } from './recent-summary.ts';
import { OutcomesCard } from './outcomes-card.tsx';
import { byDay, daysKnown, outcomesOf, type Outcome } from './recent.ts';

const DAYS = 14;
const SERIES = [
  { name: strings.outcomes.answered, hue: 'good' },
  { name: strings.notAnswered, hue: 'plain' },
] as const;
const HUES = { answered: 'good', busy: 'fair', noAnswer: 'accent', failed: 'bad', other: 'plain' } as const;

/** The last days, how calls ended, who carried them and with what. */
export function HomeCharts({ recent: { analytics, outcomes, calls, total } }: { readonly recent: RecentSummary }) {
  const now = new Date();
  const isAll = calls.length >= total;
  const days = byDay(calls, daysKnown(calls, isAll, DAYS, now), now);
  const oldest = calls.at(-1);
  const caption = strings.perDay(days.length);
  return (
    <div class="pictures">
      <section class="card padded stack">
        <h2>{caption}</h2>
        <Columns
          caption={caption}
          unit={strings.day}
          series={SERIES}
          columns={days.map(({ day, answered, missed }) => ({ label: formatDay(day), values: [answered, missed] }))}
          none={strings.noCalls}
        />
        {!isAll && oldest && (
          <p class="hint">{strings.since(calls.length, formatMoment(new Date(oldest.created_at), now))}</p>
        )}
      </section>
      <section class="card padded stack">
        <h2>{strings.howEnded}</h2>
        <Shares caption={strings.howEnded} shares={sharesOf(calls)} />
        <p class="hint">{strings.newest(calls.length)}</p>
      </section>
      <section class="card padded stack">
        <h2>{strings.busiest}</h2>
        <BarList
          label={strings.busiest}
          bars={analytics.agent_performance.slice(0, 5).map(({ agent_id, agent_name, call_count }) => ({
            key: agent_id,
            label: <a href={at(`/calls?agent=${agent_id}`)}>{agent_name ?? agent_id}</a>,
            count: call_count,
          }))}
        />
      </section>
      <Models usage={analytics.model_usage} />
      <OutcomesCard outcomes={outcomes} />
    </div>
  );
}

function Models({ usage }: { readonly usage: RecentSummary['analytics']['model_usage'] }) {
  const nameOf = useProviderNames();
  return (
    <section class="card padded stack">
      <h2>{strings.models}</h2>
      <Facts
        of={(['stt', 'llm', 'tts'] as const).map((stage) => [
          sharedStrings.stages[stage],
          modelWords(usage[stage], (provider) => nameOf(stage, provider)),
        ])}
      />
    </section>
  );
}

function sharesOf(calls: RecentSummary['calls']): readonly Share[] {
  const outcomes = outcomesOf(calls);
  const there = (Object.keys(HUES) as Outcome[]).filter((outcome) => outcomes[outcome] > 0);
  return there.map((outcome) => ({
    name: strings.outcomes[outcome],
    count: outcomes[outcome],
    hue: HUES[outcome],
  }));
}

function modelWords(
  usage: RecentSummary['analytics']['model_usage']['stt'],
  nameOf: (provider: string) => string,
): string {
  if (!usage) return '–';
  const { model, provider } = usage;
  return model === null || model === provider ? nameOf(provider) : `${model} · ${nameOf(provider)}`;
}
