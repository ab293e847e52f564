import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { useQuery } from '../../parts/use-query.ts';
import type { PageProps } from '../../page-props.ts';
import { at } from '../../paths.ts';
import { rights } from '../../session.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { EndpointActions } from './endpoint-actions.tsx';
import type { Endpoint } from './endpoint.ts';
import { Standing } from './standing.tsx';
import { strings } from './strings.ts';

const QUIET_MS = 15_000;

/** One endpoint: its state, its settings and its delivery log. */
export function WebhookPage({ params }: PageProps) {
  const endpointId = params['id'] ?? '';
  const [round, setRound] = useState(0);
  const path = { endpoint_id: endpointId };
  const endpoint = useQuery(
    () => answered(api.GET('/api/v1/event-endpoints/{endpoint_id}', { params: { path } })),
    endpointId,
    { everyMs: QUIET_MS },
  );
  const change = (): void => {
    endpoint.refetch();
    setRound(round + 1);
  };
  const known = endpoint.value;
  return (
    <Page
      title={known?.description || strings.one}
      back={{ href: at('/webhooks'), label: strings.title }}
      beside={known && <Standing endpoint={known} />}
      actions={known && rights.value.isAdmin && <EndpointActions endpoint={known} onChange={change} />}
    >
      <AsyncView query={endpoint}>
        {(one) => (
          <>
            <Trouble endpoint={one} />
            <section class="card padded">
              <Settings endpoint={one} />
            </section>
            <DeliveryLog endpoint={one} round={round} />
          </>
        )}
      </AsyncView>
    </Page>
  );
}

function Trouble({
  endpoint: { state, failing_since: since, disabled_reason: reason },
}: {
  readonly endpoint: Endpoint;
}) {
  if (state === 'disabled') return <Notice kind="warn">{strings.reasons[reason ?? 'request']}</Notice>;
  return since === null ? null : <Notice kind="warn">{strings.failing}</Notice>;
}

function Settings({ endpoint }: { readonly endpoint: Endpoint }) {
  const { failing_since: since, previous_secret_until: until } = endpoint;
  const isRotating = until !== null && Date.parse(until) > Date.now();
  return (
    <Facts
      of={[
        [strings.url, endpoint.url],
        [strings.events, endpoint.event_types.join(', ')],
        [strings.failingSince, since && <Moment at={since} />],
        [strings.previousUntil, isRotating ? <Moment at={until} /> : null],
        [strings.createdBy, endpoint.created_by],
        [strings.created, <Moment key="created" at={endpoint.created_at} />],
      ]}
    />
  );
}
