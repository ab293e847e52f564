import { Button } from '../../parts/button.tsx';
import { Switch } from '../../parts/switch.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { AgentForm } from './agent-form.ts';
import { blankTarget, withTransfer, type Target, type Transfer } from './telephone.ts';
import { telephoneStrings as words } from './telephone-strings.ts';
import { FieldErrors } from './tool-errors.tsx';
import { withPart } from './tools.ts';
import { TargetFields } from './target-fields.tsx';
import { useOpenPlaces } from './use-open-places.ts';
import './tool-card.css';

const NO_TRANSFER: Transfer = { targets: [] };

/** A line for each target that calls can be transferred to, and the form of those that are open. */
export function TransferCard({ form }: { form: AgentForm }) {
  const opened = useOpenPlaces();
  const transfer = form.draft.config.transfer ?? NO_TRANSFER;
  const { targets } = transfer;
  const change = (after: readonly Target[]): void =>
    form.changeConfig(withTransfer({ ...transfer, targets: [...after] }));
  const wrong = form.problemsIn('transfer').filter(({ path }) => path === 'transfer' || path === 'transfer.targets');
  const add = (): void => {
    change([...targets, blankTarget()]);
    opened.toggle(targets.length);
  };
  const remove = (place: number): void => {
    change(targets.filter((_, at) => at !== place));
    opened.forget(place);
  };
  return (
    <section class="card padded stack" aria-labelledby="transfer-title">
      <h2 id="transfer-title">{words.transfer}</h2>
      <p class="hint">{words.transferHint}</p>
      {targets.length === 0 && <p class="soft">{words.noTargets}</p>}
      <FieldErrors problems={wrong} />
      {targets.map((target, index) => (
        <TargetRow
          key={index}
          {...{ target, form }}
          path={`transfer.targets[${index}]`}
          isOpen={opened.has(index) || form.problemsIn(`transfer.targets[${index}]`).length > 0}
          onToggle={() => opened.toggle(index)}
          onChange={(after) => change(targets.map((each, at) => (at === index ? after : each)))}
          onRemove={() => remove(index)}
        />
      ))}
      <div class="row">
        <Button icon="plus" onPress={add}>
          {words.addTarget}
        </Button>
      </div>
      {targets.length > 0 && <WhileRinging {...{ transfer, form }} />}
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

interface TargetRowProps {
  readonly target: Target;
  /** Where the target is in the request. */
  readonly path: string;
  readonly form: AgentForm;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onChange: (target: Target) => void;
  readonly onRemove: () => void;
}

function TargetRow({ target, path, form, isOpen, onToggle, onChange, onRemove }: TargetRowProps) {
  const title = target.name === '' ? words.newTarget : target.name;
  return (
    <section class="tool" aria-label={title}>
      <div class="tool-line">
        <h3>{title}</h3>
        <span class="tool-request soft">{target.to}</span>
        <div class="row">
          <Button kind="quiet" icon="edit" label={words.edit(title)} expanded={isOpen} onPress={onToggle} />
          <Button kind="quiet" icon="trash" label={words.remove(title)} onPress={onRemove} />
        </div>
      </div>
      {isOpen && (
        <div class="tool-form stack">
          <TargetFields {...{ target, path, form, onChange }} />
        </div>
      )}
    </section>
  );
}
