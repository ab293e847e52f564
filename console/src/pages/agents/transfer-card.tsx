import { Switch } from '../../parts/switch.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { AgentForm } from './agent-form.ts';
import { EntryList } from './entry-list.tsx';
import { blankTarget, withTransfer, type Transfer } from './telephone.ts';
import { telephoneStrings as words } from './telephone-strings.ts';
import { FieldErrors } from './tool-errors.tsx';
import { withPart } from './tools.ts';
import { TargetFields } from './target-fields.tsx';

const NO_TRANSFER: Transfer = { targets: [] };

/** The targets that calls can be transferred to. */
export function TransferCard({ form }: { form: AgentForm }) {
  const transfer = form.draft.config.transfer ?? NO_TRANSFER;
  const wrong = form.problemsIn('transfer').filter(({ path }) => path === 'transfer' || path === 'transfer.targets');
  return (
    <section class="card padded stack" aria-labelledby="transfer-title">
      <h2 id="transfer-title">{words.transfer}</h2>
      <p class="hint">{words.transferHint}</p>
      <FieldErrors problems={wrong} />
      <EntryList
        form={form}
        words={{ ...words, none: words.noTargets, add: words.addTarget }}
        entries={transfer.targets}
        path="transfer.targets"
        titleOf={({ name }) => (name === '' ? words.newTarget : name)}
        summaryOf={({ to }) => to}
        blank={blankTarget}
        onChange={(targets) => form.changeConfig(withTransfer({ ...transfer, targets: [...targets] }))}
      >
        {({ entry: target, ...fields }) => <TargetFields target={target} {...fields} />}
      </EntryList>
      {transfer.targets.length > 0 && <WhileRinging {...{ transfer, form }} />}
    </section>
  );
}

/** What happens while a target rings, and without an answer. */
const WhileRinging = ({ transfer, form }: { readonly transfer: Transfer; readonly form: AgentForm }) => (
  <>
    <Switch
      label={words.ringback}
      hint={words.ringbackHint}
      checked={transfer.ringback ?? true}
      onChange={(ringback) => form.changeConfig(withTransfer({ ...transfer, ringback }))}
    />
    <TextField
      label={words.whenUnanswered}
      hint={words.whenUnansweredHint}
      optional
      value={transfer.when_unanswered ?? ''}
      error={form.problemOf('transfer.when_unanswered')}
      onInput={(text) => form.changeConfig(withTransfer(withPart(transfer, { when_unanswered: text })))}
    />
  </>
);
