import { answered, api, type components } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Columns } from '../../parts/charts/columns.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Stat, Stats } from '../../parts/stat.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { formatCount, formatMoney, formatMonth, formatShare } from '../../format.ts';
import { session } from '../../session.ts';
import { BudgetForm } from './budget-form.tsx';
import { CostGroups } from './cost-groups.tsx';
import { monthsOf } from './months.ts';
import { strings } from './strings.ts';

type Budget = components['schemas']['BudgetResponse'];
type CostReport = components['schemas']['CostReport'];

const POLLED_MS = 20_000;

/** What calls cost, by month, agent, campaign and vendor, and the budget. */
export function CostsPage() {
  const orgId = session.value?.org_id ?? '';
  const loaded = useQuery(() => load(orgId), orgId, { everyMs: POLLED_MS });
  return (
    <Page title={strings.title} lead={strings.lead}>
      <AsyncView query={loaded}>
        {({ budget, report }) => (
          <>
            {budget.is_stopped && <Notice kind="warn">{strings.stopped}</Notice>}
            {budget.spent.unpriced_calls > 0 && (
              <Notice kind="info">{strings.unpriced(budget.spent.unpriced_calls)}</Notice>
            )}
            <MonthStats budget={budget} />
            <Months report={report} currency={budget.currency} />
            <CostGroups />
            <BudgetForm key={budget.updated_at} budget={budget} onSaved={loaded.refetch} />
          </>
        )}
      </AsyncView>
    </Page>
  );
}

async function load(orgId: string): Promise<{ readonly budget: Budget; readonly report: CostReport }> {
  const [budget, report] = await Promise.all([
    answered(api.GET('/api/v1/organisations/{org_id}/budget', { params: { path: { org_id: orgId } } })),
    answered(api.GET('/api/v1/costs', { params: { query: { group_by: 'month' } } })),
  ]);
  return { budget, report };
}

function MonthStats({ budget: { spent, currency, amount } }: { readonly budget: Budget }) {
  const average = spent.calls === 0 ? null : String(Number(spent.amount) / spent.calls);
  return (
    <Stats>
      <Stat name={strings.spent} note={budgetNote(spent.amount, amount, currency)}>
        {formatMoney(spent.amount, currency)}
      </Stat>
      <Stat name={strings.calls} note={strings.callsNote}>
        {formatCount(spent.calls)}
      </Stat>
      <Stat name={strings.average} note={strings.averageNote}>
        {average === null ? '–' : formatMoney(average, currency)}
      </Stat>
      <Stat name={strings.estimated} note={strings.estimatedNote}>
        {formatShare(spent.estimated_share)}
      </Stat>
    </Stats>
  );
}

function budgetNote(spent: string, amount: string | null, currency: string): string {
  if (amount === null) return strings.noBudget;
  const share = Number(amount) === 0 ? 100 : Math.floor((Number(spent) / Number(amount)) * 100);
  return strings.ofBudget(share, formatMoney(amount, currency));
}

/** A column for each month, without gaps. */
function Months({
  report: { from, to, groups },
  currency,
}: {
  readonly report: CostReport;
  readonly currency: string;
}) {
  const known = new Map(
    groups.flatMap((group) => (group.currency === currency ? [[group.month, group] as const] : [])),
  );
  const columns = monthsOf(from, to).map((month) => {
    const { amount = '0', estimated_amount = '0' } = known.get(month) ?? {};
    const estimated = Number(estimated_amount);
    return { label: formatMonth(month), values: [round(Number(amount) - estimated), round(estimated)] };
  });
  return (
    <section class="card padded stack">
      <h2>{strings.months}</h2>
      <Columns
        caption={strings.months}
        unit={strings.month}
        series={[
          { name: strings.reported(currency), hue: 'accent' },
          { name: strings.guessed(currency), hue: 'plain' },
        ]}
        columns={columns}
        none={strings.none}
      />
    </section>
  );
}

/** Without the noise of binary fractions. */
const round = (amount: number): number => Math.round(amount * 10_000) / 10_000;
