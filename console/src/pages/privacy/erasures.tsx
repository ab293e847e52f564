import { useState } from 'preact/hooks';
import type { components } from '../../../../clients/typescript/index.ts';
import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Dialog, DialogFoot } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useQuery } from '../../parts/use-query.ts';
import { formatCount } from '../../format.ts';
import { rights } from '../../session.ts';
import { strings } from './strings.ts';

type Erasure = components['schemas']['Erasure'];
const { erasures: words } = strings;

/** Erasures per page, and how often pending ones are read again, in ms. */
const LIMIT = 10;
const POLL_MS = 2_000;

/** Erases a number or the organisation's data after a question, and shows how far erasures are. For admins. */
export function Erasures({ orgId }: { readonly orgId: string }) {
  const [offset, setOffset] = useState(0);
  const ask = () => answered(api.GET('/api/v1/erasures', { params: { query: { limit: LIMIT, offset } } }));
  const page = useQuery(ask, offset, {
    everyMs: (known) => (known?.erasures.some(({ status }) => status === 'pending') ? POLL_MS : null),
    keepsLast: true,
  });
  const requested = (): void => {
    showToast(words.requested);
    page.refetch();
  };
  return (
    <section class="card padded stack">
      <h2>{words.title}</h2>
      <p class="soft">{words.lead}</p>
      <EraseNumber onRequested={requested} />
      <AsyncView query={page}>
        {({ erasures, total }) => (
          <>
            {erasures.length > 0 && (
              <Table caption={words.caption} columns={COLUMNS} rows={erasures} keyOf={(each) => each.erasure_id} />
            )}
            <Pager offset={offset} limit={LIMIT} total={total} shown={erasures.length} onMove={setOffset} />
          </>
        )}
      </AsyncView>
      {rights.value.isSuperAdmin && <EraseOrganisation orgId={orgId} onRequested={requested} />}
    </section>
  );
}

/** Asks for a number and, before it is erased, whether that is meant. */
function EraseNumber({ onRequested }: { readonly onRequested: () => void }) {
  const [number, setNumber] = useState('');
  const [isAsking, setAsking] = useState(false);
  const erase = async (): Promise<void> => {
    await answered(api.POST('/api/v1/erasures', { body: { phone_number: number } }));
    setNumber('');
    onRequested();
  };
  return (
    <Form onSubmit={() => setAsking(number.trim() !== '')} trouble={null}>
      <TextField type="tel" label={words.number} hint={words.numberHint} value={number} onInput={setNumber} required />
      <div class="row">
        <Button kind="danger" type="submit">
          {words.eraseNumber}
        </Button>
      </div>
      {isAsking && (
        <Confirm
          title={words.eraseNumber}
          action={words.eraseNumber}
          onConfirm={erase}
          onClose={() => setAsking(false)}
        >
          {words.confirmNumber(number)}
        </Confirm>
      )}
    </Form>
  );
}

/** Offers the erasure of all data of the organisation. */
function EraseOrganisation({ orgId, onRequested }: { readonly orgId: string; readonly onRequested: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const erase = async (): Promise<void> => {
    await answered(api.POST('/api/v1/organisations/{org_id}/erasure', { params: { path: { org_id: orgId } } }));
    onRequested();
  };
  return (
    <>
      <p class="soft">{words.organisationLead}</p>
      <div class="row">
        <Button kind="danger" onPress={() => setAsking(true)}>
          {words.eraseOrganisation}
        </Button>
      </div>
      {isAsking && <OrganisationQuestion orgId={orgId} onConfirm={erase} onClose={() => setAsking(false)} />}
    </>
  );
}

interface OrganisationQuestionProps {
  readonly orgId: string;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the id of the organisation before all its data is erased. */
function OrganisationQuestion({ orgId, onConfirm, onClose }: OrganisationQuestionProps) {
  const [id, setId] = useState('');
  const erasing = useAction(onConfirm);
  const erase = async (): Promise<void> => {
    if (id.trim() === orgId && (await erasing.run())) onClose();
  };
  return (
    <Dialog title={words.eraseOrganisation} onClose={onClose}>
      <div class="stack">
        <p class="soft">{words.confirmOrganisation}</p>
        <code>{orgId}</code>
        <TextField label={words.organisationId} value={id} onInput={setId} autocomplete="off" />
        {erasing.trouble !== null && <Notice kind="error">{erasing.trouble}</Notice>}
      </div>
      <DialogFoot>
        <Button onPress={onClose}>{words.cancel}</Button>
        <Button kind="danger" busy={erasing.isBusy} disabled={id.trim() !== orgId} onPress={() => void erase()}>
          {words.eraseOrganisation}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

const COLUMNS: readonly Column<Erasure>[] = [
  { label: words.of, cell: ({ phone_number }) => phone_number ?? words.organisation },
  { label: words.state, isInCorner: true, cell: (erasure) => <State {...erasure} /> },
  { label: words.erased, cell: ({ erased }) => countsIn(erased) },
  { label: words.at, cell: ({ created_at }) => <Moment at={created_at} /> },
];

function State({ status, waiting, error_message }: Erasure) {
  if (status === 'done') return <Badge tone="good">{words.done}</Badge>;
  if (error_message !== null) return <Badge tone="warn">{error_message}</Badge>;
  return <Badge tone="info">{waiting > 0 ? words.waiting(waiting) : words.pending}</Badge>;
}

function countsIn(erased: Erasure['erased']): string {
  const kinds = Object.keys(words.counts) as readonly (keyof typeof words.counts)[];
  const counts = kinds
    .filter((kind) => erased[kind] > 0)
    .map((kind) => `${words.counts[kind]}: ${formatCount(erased[kind])}`);
  return counts.join(', ') || words.nothing;
}
