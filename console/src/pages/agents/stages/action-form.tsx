import { Select } from '../../../parts/select.tsx';
import { TextField } from '../../../parts/text-field.tsx';
import type { EntryProps } from '../entry-list.tsx';
import { JsonField } from '../parsed-fields.tsx';
import { FieldErrors } from '../tool-errors.tsx';
import { stageStrings as words } from './stage-strings.ts';
import { actionKind, blankAction, ownTools, withActionPart, type Action, type ActionKind } from './stage-model.ts';
import { optionsWith } from './transition-form.tsx';

interface ActionFormProps extends EntryProps<Action> {
  readonly kinds: readonly ActionKind[];
}

/** The form of what happens when a stage begins or ends. */
export function ActionForm(props: ActionFormProps) {
  const { entry: action, path, form, kinds, onChange } = props;
  const { config } = form.draft;
  const names: Partial<Record<ActionKind, readonly string[]>> = {
    tool: ownTools(config),
    transfer: (config.transfer?.targets ?? []).map(({ name }) => name),
    handover: (config.handover?.targets ?? []).map(({ name }) => name),
  };
  return (
    <>
      <FieldErrors problems={form.problemsIn(path).filter((problem) => problem.path === path)} />
      <div class="field-grid">
        <Select
          label={words.action}
          value={actionKind(action)}
          options={kinds.map((kind) => ({ value: kind, label: words.actions[kind] }))}
          onChange={(kind) => onChange(blankAction(kind as ActionKind, names[kind as ActionKind]))}
        />
        <Details {...props} names={names[actionKind(action)] ?? []} />
      </div>
    </>
  );
}

const TARGETS = { tool: words.tool, transfer: words.transferTo, handover: words.handOverTo };

function Details({
  entry: action,
  path,
  form,
  names,
  onChange,
}: ActionFormProps & { readonly names: readonly string[] }) {
  const kind = actionKind(action);
  const error = (name: string): string | null => form.problemOf(`${path}.${name}`);
  const set = (part: Partial<Action>): void => onChange(withActionPart(action, part));
  if (kind === 'end') return null;
  if (kind === 'say')
    return (
      <TextField label={words.words} value={action.say ?? ''} error={error('say')} onInput={(say) => set({ say })} />
    );
  return (
    <>
      <Select
        label={TARGETS[kind]}
        value={action[kind] ?? ''}
        options={optionsWith(action[kind] ?? '', names)}
        error={error(kind)}
        onChange={(name) => set({ [kind]: name })}
      />
      {kind === 'tool' && (
        <JsonField
          label={words.arguments}
          hint={words.argumentsHint}
          rows={4}
          optional
          value={action.arguments}
          error={error('arguments')}
          onValidity={(isValid) => form.setValidity(`${path}.arguments`, isValid)}
          onChange={(given) => set({ arguments: given as Exclude<Action['arguments'], undefined> })}
        />
      )}
      {kind === 'transfer' && (
        <TextField
          label={words.summary}
          optional
          value={action.summary ?? ''}
          error={error('summary')}
          onInput={(summary) => set({ summary })}
        />
      )}
    </>
  );
}
