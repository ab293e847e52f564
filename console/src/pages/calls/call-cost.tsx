import { answered, api, type components } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { useProviderNames } from '../../parts/providers.ts';
import { Table, type Column } from '../../parts/table.tsx';
import { unlessMissing } from '../../parts/unless-missing.ts';
import { metricWords, vendorWords } from '../../parts/usage.ts';
import { useQuery } from '../../parts/use-query.ts';
import { formatMoney } from '../../format.ts';
import { hasCost, type Call } from './call.ts';
import { costStrings } from './cost-strings.ts';

type Cost = components['schemas']['CallCost'];
type CostItem = components['schemas']['CostItem'];

/** The cost is recorded with the metrics, moments after the end. */
const AWAITED_MS = 3_000;
const AWAITED_FOR_MS = 60_000;

/** What the call used of its vendors and what that cost. Nothing while it is not recorded. */
export function CallCost({ call }: { readonly call: Call }) {
  const { call_id, status, end_time_utc } = call;
  const params = { path: { call_id } };
  const isRecent = end_time_utc !== null && Date.now() - Date.parse(end_time_utc) < AWAITED_FOR_MS;
  const cost = useQuery(
    async () =>
      hasCost(call, new Date())
        ? answered(api.GET('/api/v1/calls/{call_id}/cost', { params })).catch(unlessMissing)
        : null,
    `${call_id} ${status} ${call.transcript_url} ${call.recording_url}`,
    { everyMs: (value) => (value === null && isRecent ? AWAITED_MS : null) },
  );
  if (cost.value === null && cost.error === null) return null;
  return (
    <section class="card padded stack" aria-labelledby="call-cost">
      <h2 id="call-cost">{costStrings.title}</h2>
      <AsyncView query={cost}>{(known) => known && <Lines cost={known} />}</AsyncView>
    </section>
  );
}

function Lines({ cost: { amount, currency, unpriced_lines, lines } }: { readonly cost: Cost }) {
  const nameOf = useProviderNames();
  const columns: readonly Column<CostItem>[] = [
    {
      label: costStrings.what,
      cell: ({ part, kind, provider, model }) =>
        costStrings.usage(part, kind, vendorWords(nameOf(kind, provider), model)),
    },
    {
      label: costStrings.used,
      align: 'end',
      cell: ({ metric, quantity, estimated }) =>
        costStrings.quantity(metricWords(metric, quantity), estimated === true),
    },
    {
      label: costStrings.price,
      align: 'end',
      cell: ({ unit_price }) =>
        unit_price && (
          <span title={costStrings.source(unit_price.source, unit_price.date)}>
            {costStrings.per(unit_price.price, unit_price.unit)}
          </span>
        ),
    },
    {
      label: costStrings.amount,
      align: 'end',
      cell: (line) => (line.amount === null ? costStrings.notPriced : formatMoney(line.amount, currency)),
    },
  ];
  return (
    <>
      <p>
        <strong class="figure">{formatMoney(amount, currency)}</strong>{' '}
        {unpriced_lines > 0 && <span class="soft">{costStrings.incomplete(unpriced_lines)}</span>}
      </p>
      {lines.length > 0 && (
        <Table
          caption={costStrings.title}
          columns={columns}
          rows={lines}
          keyOf={(line) => String(lines.indexOf(line))}
        />
      )}
    </>
  );
}
