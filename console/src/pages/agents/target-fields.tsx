import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { AgentForm } from './agent-form.ts';
import { NamedFields, PLAIN } from './named-fields.tsx';
import { NumberField } from './parsed-fields.tsx';
import { withMode, withPrompt, type Target } from './telephone.ts';
import { telephoneStrings as words } from './telephone-strings.ts';
import { FieldErrors } from './tool-errors.tsx';
import { withPart } from './tools.ts';

const MODES = (['cold', 'warm'] as const).map((mode) => ({ value: mode, label: words.modes[mode] }));

interface TargetFieldsProps {
  readonly target: Target;
  /** Where the target is in the request. */
  readonly path: string;
  readonly form: AgentForm;
  readonly onChange: (target: Target) => void;
}

/** The form of one target of transfers. */
export function TargetFields(props: TargetFieldsProps) {
  const { target, path, form, onChange } = props;
  return (
    <>
      <FieldErrors problems={form.problemsIn(path).filter((problem) => problem.path === path)} />
      <NamedFields entry={target} {...{ path, form, words, onChange }} />
      <TextField
        {...PLAIN}
        label={words.to}
        hint={words.toHint}
        value={target.to}
        error={form.problemOf(`${path}.to`)}
        onInput={(to) => onChange({ ...target, to })}
      />
      <ModeFields {...props} />
      <RingFields {...props} />
    </>
  );
}

function ModeFields({ target, path, form, onChange }: TargetFieldsProps) {
  return (
    <>
      <Select
        label={words.mode}
        value={target.mode}
        options={MODES}
        error={form.problemOf(`${path}.mode`)}
        onChange={(mode) => onChange(withMode(target, mode as Target['mode']))}
      />
      {target.mode === 'warm' && (
        <>
          <TextField
            label={words.brief}
            hint={words.briefHint}
            rows={2}
            optional
            value={target.brief ?? ''}
            error={form.problemOf(`${path}.brief`)}
            onInput={(brief) => onChange(withPart(target, { brief }))}
          />
          <ConfirmFields {...{ target, path, form, onChange }} />
        </>
      )}
    </>
  );
}

function ConfirmFields({ target, path, form, onChange }: TargetFieldsProps) {
  const { confirm } = target;
  return (
    <>
      <TextField
        label={words.confirm}
        hint={words.confirmHint}
        optional
        value={confirm?.say ?? ''}
        error={form.problemOf(`${path}.confirm.say`)}
        onInput={(say) => onChange(withPrompt(target, say))}
      />
      {confirm && (
        <div class="field-grid">
          <TextField
            {...PLAIN}
            label={words.confirmKey}
            hint={words.confirmKeyHint}
            value={confirm.key}
            error={form.problemOf(`${path}.confirm.key`)}
            onInput={(key) => onChange({ ...target, confirm: { ...confirm, key } })}
          />
          <NumberField
            label={words.confirmTimeout}
            isWhole
            min={5}
            max={10}
            value={confirm.timeout_secs}
            error={form.problemOf(`${path}.confirm.timeout_secs`)}
            onChange={(secs) => onChange({ ...target, confirm: { ...confirm, timeout_secs: secs as number } })}
          />
        </div>
      )}
    </>
  );
}

const RingFields = ({ target, path, form, onChange }: TargetFieldsProps) => (
  <div class="field-grid">
    <TextField
      {...PLAIN}
      label={words.callerId}
      hint={words.callerIdHint}
      optional
      value={target.caller_id ?? ''}
      error={form.problemOf(`${path}.caller_id`)}
      onInput={(caller_id) => onChange(withPart(target, { caller_id }))}
    />
    <NumberField
      label={words.ring}
      isWhole
      min={5}
      max={60}
      value={target.ring_seconds}
      error={form.problemOf(`${path}.ring_seconds`)}
      onChange={(ring_seconds) => onChange({ ...target, ring_seconds: ring_seconds as number })}
    />
    <TextField
      label={words.say}
      hint={words.sayHint}
      optional
      value={target.say ?? ''}
      error={form.problemOf(`${path}.say`)}
      onInput={(say) => onChange(withPart(target, { say }))}
    />
  </div>
);
