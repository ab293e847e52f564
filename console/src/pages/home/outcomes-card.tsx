import { Shares } from '../../parts/charts/shares.tsx';
import { Facts, type Fact } from '../../parts/facts.tsx';
import { formatCount } from '../../format.ts';
import { at } from '../../paths.ts';
import type { RecentSummary } from './recent-summary.ts';
import { outcomeStrings as words } from './strings.ts';

type Outcomes = RecentSummary['outcomes'];

const HUES = { yes: 'good', no: 'bad', unknown: 'plain' } as const;
const JUDGED = Object.keys(HUES) as (keyof typeof HUES)[];
const AGENTS_SHOWN = 5;

/** How analysed calls turned out, of all agents and of those with most of them. Nothing where no call was analysed. */
export function OutcomesCard({ outcomes }: { readonly outcomes: Outcomes }) {
  const { analysed, pending, failed, success, agents } = outcomes;
  if (analysed + pending + failed === 0) return null;
  const judged = JUDGED.reduce((sum, each) => sum + success[each], 0);
  return (
    <>
      <section class="card padded stack">
        <h2>{words.title}</h2>
        {judged === 0 ? (
          <p class="soft">{words.notJudged}</p>
        ) : (
          <Shares
            caption={words.title}
            shares={JUDGED.map((each) => ({ name: words.success[each], count: success[each], hue: HUES[each] }))}
          />
        )}
        <p class="hint">{words.counts(formatCount(analysed), formatCount(pending), formatCount(failed))}</p>
        {success.no > 0 && <a href={at('/calls?success=no')}>{words.openFailed}</a>}
      </section>
      <section class="card padded stack">
        <h2>{words.byAgent}</h2>
        <Facts of={agents.slice(0, AGENTS_SHOWN).map(agentFact)} />
      </section>
    </>
  );
}

const agentFact = ({ agent_id, agent_name, analysed, success_rate: rate }: Outcomes['agents'][number]): Fact => [
  agent_name ?? agent_id,
  rate === null ? words.analysedOnly(formatCount(analysed)) : words.rate(rate, formatCount(analysed)),
];
