import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useFilters } from '../../parts/use-filters.ts';
import { useQuery } from '../../parts/use-query.ts';
import { rights } from '../../session.ts';
import { resultOf, toneOfDelivery, type Delivery, type Endpoint } from './endpoint.ts';
import { strings } from './strings.ts';
import './delivery-log.css';

const LIMIT = 50;
const PENDING_MS = 2_000;
const QUIET_MS = 15_000;

interface DeliveryLogProps {
  readonly endpoint: Endpoint;
  /** Grows when something was sent, so that the log is read again. */
  readonly round: number;
}

/** The events of an endpoint, the newest first, and what came of each. */
export function DeliveryLog({ endpoint: { endpoint_id, state }, round }: DeliveryLogProps) {
  const { offset, move } = useFilters({});
  const log = useQuery(
    () =>
      answered(
        api.GET('/api/v1/event-endpoints/{endpoint_id}/deliveries', {
          params: { path: { endpoint_id }, query: { limit: LIMIT, offset } },
        }),
      ),
    `${endpoint_id}/${offset}/${round}`,
    { everyMs: (page) => (page?.deliveries.some(isPending) ? PENDING_MS : QUIET_MS), keepsLast: true },
  );
  const resend = useAction(async ({ event_id }: Delivery) => {
    const params = { path: { endpoint_id, event_id } };
    await answered(api.POST('/api/v1/event-endpoints/{endpoint_id}/deliveries/{event_id}/resend', { params }));
    showToast(strings.resent);
    log.refetch();
  });
  const mayResend = rights.value.isAdmin && state === 'enabled';
  return (
    <section class="stack" aria-label={strings.log}>
      <h2>{strings.log}</h2>
      {resend.trouble !== null && <Notice kind="error">{resend.trouble}</Notice>}
      <AsyncView query={log}>
        {({ deliveries, total }) =>
          deliveries.length === 0 ? (
            <p class="soft">{strings.noDeliveries}</p>
          ) : (
            <>
              <Table
                caption={strings.log}
                columns={mayResend ? [...COLUMNS, resending((delivery) => void resend.run(delivery))] : COLUMNS}
                rows={deliveries}
                keyOf={({ event_id }) => event_id}
              />
              <Pager offset={offset} limit={LIMIT} total={total} shown={deliveries.length} onMove={move} />
            </>
          )
        }
      </AsyncView>
    </section>
  );
}

const Time = ({ at }: { readonly at: string }) => (
  <span class="webhook-time">
    <Moment at={at} />
  </span>
);

const isPending = ({ state }: Delivery): boolean => state === 'pending';

const COLUMNS: readonly Column<Delivery>[] = [
  {
    label: strings.event,
    cell: ({ type, event_id }) => (
      <span class="webhook-event">
        <strong>{type}</strong>
        <span class="hint">{event_id}</span>
      </span>
    ),
  },
  {
    label: strings.state,
    isInCorner: true,
    cell: ({ state }) => <Badge tone={toneOfDelivery[state]}>{strings.deliveryStates[state]}</Badge>,
  },
  { label: strings.result, cell: resultOf },
  { label: strings.time, align: 'end', cell: ({ timestamp }) => <Time at={timestamp} /> },
  { label: strings.attempts, align: 'end', cell: ({ attempts }) => attempts },
  { label: strings.next, align: 'end', cell: ({ due_at: due }) => (due === null ? '–' : <Time at={due} />) },
];

const resending = (onResend: (delivery: Delivery) => void): Column<Delivery> => ({
  label: '',
  align: 'end',
  cell: (delivery) =>
    isPending(delivery) ? null : (
      <Button
        kind="quiet"
        icon="refresh"
        label={strings.resendOf(delivery.event_id)}
        onPress={() => onResend(delivery)}
      />
    ),
});
