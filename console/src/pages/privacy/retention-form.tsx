import { useState } from 'preact/hooks';
import type { components } from '../../../../clients/typescript/index.ts';
import { answered, api } from '../../api.ts';
import { Button } from '../../parts/button.tsx';
import { Form } from '../../parts/form.tsx';
import { Notice } from '../../parts/notice.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAction } from '../../parts/use-action.ts';
import { rights } from '../../session.ts';
import { strings } from './strings.ts';

type Retention = components['schemas']['RetentionResponse'];
type Name = keyof typeof strings.fields;

const NAMES = Object.keys(strings.fields) as readonly Name[];
const DAYS = { minimum: 1, maximum: 3650 };

const daysOf = (value: string): number | null => (value.trim() === '' ? null : Number(value));

const isValid = (value: string): boolean => {
  const days = daysOf(value);
  return days === null || (Number.isInteger(days) && days >= DAYS.minimum && days <= DAYS.maximum);
};

/** How long recordings, transcripts and calls are kept. Admins can change it. */
export function RetentionForm({ retention }: { readonly retention: Retention }) {
  const [draft, setDraft] = useState<Readonly<Record<Name, string>>>({
    recordings_days: String(retention.recordings_days ?? ''),
    transcripts_days: String(retention.transcripts_days ?? ''),
    calls_days: String(retention.calls_days ?? ''),
  });
  const saving = useAction(async () => {
    const params = { path: { org_id: retention.org_id } };
    const body = {
      recordings_days: daysOf(draft.recordings_days),
      transcripts_days: daysOf(draft.transcripts_days),
      calls_days: daysOf(draft.calls_days),
    };
    await answered(api.PUT('/api/v1/organisations/{org_id}/retention', { params, body }));
    showToast(strings.saved);
  }, NAMES);
  const canSave = NAMES.every((name) => isValid(draft[name]));
  return (
    <section class="card padded stack">
      <h2>{strings.retention}</h2>
      <p class="soft">{strings.retentionLead}</p>
      <Form onSubmit={() => canSave && saving.run()} trouble={saving.trouble}>
        {NAMES.map((name) => (
          <TextField
            key={name}
            type="number"
            label={strings.fields[name]}
            error={isValid(draft[name]) ? saving.problemOf(name) : strings.bounds(DAYS.minimum, DAYS.maximum)}
            value={draft[name]}
            onInput={(value) => setDraft({ ...draft, [name]: value })}
            disabled={!rights.value.isAdmin}
            {...{ min: DAYS.minimum, max: DAYS.maximum }}
          />
        ))}
        {rights.value.isAdmin ? (
          <div class="row">
            <Button kind="primary" type="submit" busy={saving.isBusy}>
              {strings.save}
            </Button>
          </div>
        ) : (
          <Notice>{strings.onlyAdmins}</Notice>
        )}
      </Form>
    </section>
  );
}
