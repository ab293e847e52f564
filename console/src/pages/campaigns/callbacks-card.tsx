import { useState } from 'preact/hooks';
import type { components } from '../../../../clients/typescript/index.ts';
import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { at } from '../../paths.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { callbackStrings as words } from './callback-strings.ts';

type Callback = components['schemas']['Callback'];

const LIMIT = 100;
const POLL_MS = 5_000;

/**
 * The callbacks that are not over, which can be canceled. Nothing is shown while there is none, but it is said when they could not
 * be read.
 */
export function CallbacksCard() {
  const [canceling, setCanceling] = useState<Callback | null>(null);
  const ask = () => answered(api.GET('/api/v1/callbacks', { params: { query: { limit: LIMIT } } }));
  const page = useQuery(ask, '', { everyMs: () => POLL_MS });
  const { callbacks = [] } = page.value ?? {};
  if (callbacks.length === 0 && page.error === null) return null;
  const cancel = async (callbackId: string): Promise<void> => {
    await answered(api.DELETE('/api/v1/callbacks/{callback_id}', { params: { path: { callback_id: callbackId } } }));
    page.refetch();
  };
  return (
    <section class="card padded stack" aria-labelledby="callbacks-title">
      <h2 id="callbacks-title">{words.title}</h2>
      <p class="soft">{words.lead}</p>
      <AsyncView query={page}>
        {() => (
          <Table
            caption={words.title}
            columns={columns(setCanceling)}
            rows={callbacks}
            keyOf={(each) => each.callback_id}
          />
        )}
      </AsyncView>
      {canceling && (
        <Confirm
          title={words.cancelTitle}
          action={words.confirmCancel}
          onConfirm={() => cancel(canceling.callback_id)}
          onClose={() => setCanceling(null)}
        >
          {words.cancelWhy(canceling.phone_number)}
        </Confirm>
      )}
    </section>
  );
}

const columns = (onCancel: (callback: Callback) => void): readonly Column<Callback>[] => [
  { label: words.number, cell: ({ phone_number }) => phone_number },
  { label: words.time, cell: (callback) => <Moment at={callback.at} /> },
  {
    label: words.status,
    isInCorner: true,
    cell: ({ status, deferral }) => (
      <Badge tone={deferral ? 'warn' : 'info'}>
        {deferral ? words.later[deferral.reason] : words.statuses[status]}
      </Badge>
    ),
  },
  { label: words.note, cell: ({ note }) => note },
  { label: words.before, cell: ({ call_id }) => <a href={at(`/calls/${call_id}`)}>{words.openCall}</a> },
  {
    label: '',
    align: 'end',
    cell: (callback) =>
      (callback.status === 'scheduled' || callback.status === 'retrying') && (
        <Button onPress={() => onCancel(callback)}>{words.cancel}</Button>
      ),
  },
];
