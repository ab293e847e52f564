import { Select } from '../../../parts/select.tsx';
import { Switch } from '../../../parts/switch.tsx';
import { TextField } from '../../../parts/text-field.tsx';
import type { EntryProps } from '../entry-list.tsx';
import { LinesField, NumberField } from '../parsed-fields.tsx';
import { FieldErrors } from '../tool-errors.tsx';
import { withPart } from '../tools.ts';
import { NameField } from './stage-name-field.tsx';
import { stageStrings as words } from './stage-strings.ts';
import { isNumeric, withFiller, withType, type StageField } from './stage-model.ts';

const TYPES = Object.entries(words.types).map(([value, label]) => ({ value, label }));
const FILLERS = Object.entries(words.fillers).map(([value, label]) => ({ value, label }));

interface FieldFormProps extends EntryProps<StageField> {
  /** All fields that need different names. */
  readonly beside: readonly StageField[];
  readonly onName: (name: string) => void;
  /** Whether a conversation finds it out, in several turns. Otherwise it is given at once. */
  readonly isFoundOut: boolean;
}

/** The form of one field: of a stage, or of a handover. */
export function FieldForm(props: FieldFormProps) {
  const { entry: field, path, form, beside, onChange, onName, isFoundOut } = props;
  const error = (name: string): string | null => form.problemOf(`${path}.${name}`);
  return (
    <>
      <FieldErrors problems={form.problemsIn(path).filter((problem) => problem.path === path)} />
      <div class="field-grid">
        <NameField
          value={field.name}
          taken={beside.map(({ name }) => name).filter((name) => name !== field.name)}
          path={`${path}.name`}
          form={form}
          onChange={onName}
        />
        <Select
          label={words.type}
          value={field.type}
          options={TYPES}
          error={error('type')}
          onChange={(type) => onChange(withType(field, type as StageField['type']))}
        />
        <Origin {...props} />
        <Limits {...props} />
        {isFoundOut && (
          <NumberField
            label={words.attempts}
            hint={words.attemptsHint}
            isWhole
            min={1}
            max={10}
            value={field.attempts}
            error={error('attempts')}
            onChange={(attempts) => onChange({ ...field, attempts: attempts ?? 3 })}
          />
        )}
      </div>
      <Switches {...props} />
    </>
  );
}

/** What a field is, and who fills it. */
const Origin = ({ entry: field, path, form, onChange, isFoundOut }: FieldFormProps) => (
  <>
    <TextField
      label={words.description}
      hint={words.descriptionHint}
      value={field.description}
      error={form.problemOf(`${path}.description`)}
      onInput={(description) => onChange({ ...field, description })}
    />
    {isFoundOut && (
      <Select
        label={words.filledBy}
        value={field.filled_by}
        options={FILLERS}
        onChange={(by) => onChange(withFiller(field, by as StageField['filled_by']))}
      />
    )}
  </>
);

const Switches = ({ entry: field, path, form, onChange, isFoundOut }: FieldFormProps) => (
  <>
    <Switch label={words.required} checked={field.required} onChange={(required) => onChange({ ...field, required })} />
    {isFoundOut && field.filled_by === 'caller' && (
      <Switch
        label={words.confirm}
        checked={field.confirm}
        error={form.problemOf(`${path}.confirm`)}
        onChange={(confirm) => onChange({ ...field, confirm })}
      />
    )}
  </>
);

/** What limits the values of this type. */
function Limits({ entry: field, path, form, onChange }: FieldFormProps) {
  const { type, choices } = field;
  const limit = (name: 'minimum' | 'maximum' | 'min_length' | 'max_length', label: string) => (
    <NumberField
      label={label}
      optional
      isWhole={type !== 'number'}
      value={field[name] ?? null}
      error={form.problemOf(`${path}.${name}`)}
      onChange={(value) => onChange(withPart(field, { [name]: value }))}
    />
  );
  if (type === 'choice')
    return (
      <LinesField
        label={words.choices}
        hint={words.choicesHint}
        value={choices ?? []}
        error={form.problemOf(`${path}.choices`)}
        onChange={(lines) => onChange({ ...field, choices: [...lines] })}
      />
    );
  if (isNumeric(field))
    return (
      <>
        {limit('minimum', words.minimum)}
        {limit('maximum', words.maximum)}
      </>
    );
  if (type !== 'text' && type !== 'digits') return null;
  return (
    <>
      {limit('min_length', words.minLength)}
      {limit('max_length', words.maxLength)}
      {type === 'text' && (
        <TextField
          label={words.pattern}
          hint={words.patternHint}
          optional
          spellcheck={false}
          value={field.pattern ?? ''}
          error={form.problemOf(`${path}.pattern`)}
          onInput={(pattern) => onChange(withPart(field, { pattern }))}
        />
      )}
    </>
  );
}
