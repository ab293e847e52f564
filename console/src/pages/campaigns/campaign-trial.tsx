import { useState } from 'preact/hooks';
import { answered, api, type components } from '../../api.ts';
import { formatCount, formatMoney } from '../../format.ts';
import { Button } from '../../parts/button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { useAction } from '../../parts/use-action.ts';
import { strings } from './strings.ts';
import { comparedRows, reasonsIn, type ComparedRow, type Preview, type Rehearsal } from './trial-words.ts';

type PreviewedContact = components['schemas']['PreviewedContact'];

/** What a campaign that is not started would do: its preview, and a rehearsal beside it. */
export function CampaignTrial({ campaignId }: { readonly campaignId: string }) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [rehearsal, setRehearsal] = useState<Rehearsal | null>(null);
  const params = { path: { campaign_id: campaignId } };
  const previewing = useAction(async () =>
    setPreview(await answered(api.POST('/api/v1/campaign/{campaign_id}/preview', { params, body: {} }))),
  );
  const rehearsing = useAction(async () =>
    setRehearsal(await answered(api.POST('/api/v1/campaign/{campaign_id}/rehearsal', { params, body: {} }))),
  );
  const trouble = previewing.trouble ?? rehearsing.trouble;
  return (
    <section class="card padded stack" aria-label={strings.trial.title}>
      <h2>{strings.trial.title}</h2>
      <p class="soft">{strings.trial.lead}</p>
      <div class="trial-actions">
        <Button busy={previewing.isBusy} onPress={() => void previewing.run()}>
          {strings.trial.preview}
        </Button>
        <Button busy={rehearsing.isBusy} onPress={() => void rehearsing.run()}>
          {strings.trial.rehearse}
        </Button>
      </div>
      {trouble !== null && <Notice kind="error">{trouble}</Notice>}
      {preview && <PreviewView preview={preview} />}
      {rehearsal && <RehearsalView rehearsal={rehearsal} />}
    </section>
  );
}

function PreviewView({
  preview: { contacts, estimate, assumptions, problems, sample, first_contacts },
}: {
  readonly preview: Preview;
}) {
  const { cost } = estimate;
  return (
    <>
      {problems.map((problem) => (
        <Notice key={problem} kind="warn">
          {problem}
        </Notice>
      ))}
      <Facts
        of={[
          [strings.trial.toDial, formatCount(contacts.to_dial)],
          [strings.trial.refused, reasonsIn(contacts.refused, contacts.refused_by)],
          [strings.trial.deferred, reasonsIn(contacts.deferred, contacts.deferred_by)],
          [strings.trial.begins, estimate.begins_at && <Moment at={estimate.begins_at} />],
          [strings.trial.ends, estimate.ends_at ? <Moment at={estimate.ends_at} /> : strings.trial.endless],
          [strings.trial.dials, formatCount(estimate.dials)],
          [strings.reached, formatCount(estimate.reached)],
          [strings.trial.cost, formatMoney(cost.amount, cost.currency)],
          [strings.trial.unpriced, cost.unpriced_lines === 0 ? null : cost.unpriced_lines],
          [strings.trial.basis, strings.trial.bases[assumptions.based_on]],
          [strings.trial.sample, sample && strings.of(formatCount(sample.judged), formatCount(sample.of))],
        ]}
      />
      <Table caption={strings.trial.firstContacts} columns={CONTACTS} rows={first_contacts} keyOf={keyOf} />
    </>
  );
}

const keyOf = ({ contact_index }: PreviewedContact): string => String(contact_index);

const CONTACTS: readonly Column<PreviewedContact>[] = [
  { label: strings.trial.number, cell: ({ phone_number }) => phone_number },
  { label: strings.trial.decision, cell: ({ decision, reason }) => strings.trial.reasons[reason ?? decision] },
  { label: strings.trial.greeting, cell: ({ greeting_message }) => greeting_message },
  { label: strings.trial.missing, cell: ({ missing_variables }) => missing_variables.join(', ') },
];

const COMPARED: readonly Column<ComparedRow>[] = [
  { label: strings.trial.figure, cell: ({ name }) => name },
  { label: strings.trial.preview, cell: ({ preview }) => preview, align: 'end' },
  { label: strings.trial.rehearsal, cell: ({ rehearsal }) => rehearsal, align: 'end' },
  { label: strings.trial.difference, cell: ({ difference }) => difference, align: 'end' },
];

function RehearsalView({ rehearsal }: { readonly rehearsal: Rehearsal }) {
  const { contacts, rehearsal: outcome } = rehearsal;
  return (
    <>
      <p class="soft">{strings.trial.rehearsed(formatCount(contacts.rehearsed), formatCount(contacts.of))}</p>
      {outcome.stopped_because && <Notice kind="warn">{outcome.stopped_because}</Notice>}
      <Table
        caption={strings.trial.rehearsal}
        columns={COMPARED}
        rows={comparedRows(rehearsal)}
        keyOf={({ name }) => name}
      />
    </>
  );
}
