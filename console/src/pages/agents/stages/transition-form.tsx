import type { ComponentChildren } from 'preact';
import { Button } from '../../../parts/button.tsx';
import { Select, type Option } from '../../../parts/select.tsx';
import { TextField } from '../../../parts/text-field.tsx';
import type { AgentForm } from '../agent-form.ts';
import type { EntryProps } from '../entry-list.tsx';
import { NumberField } from '../parsed-fields.tsx';
import { FieldErrors } from '../tool-errors.tsx';
import { valueWords } from './stage-words.ts';
import { stageStrings as words } from './stage-strings.ts';
import {
  comparedWith,
  comparisonOf,
  comparisonsFor,
  condition as conditionOf,
  fieldsOf,
  hasConditions,
  idsOf,
  isNumeric,
  singly,
  withCause,
  withConditions,
  type Cause,
  type Comparison,
  type Condition,
  type Stage,
  type StageField,
  type Transition,
} from './stage-model.ts';

const CAUSES = Object.entries(words.causes).map(([value, label]) => ({ value, label }));

interface TransitionFormProps extends EntryProps<Transition> {
  /** The stage that it leads away from. */
  readonly from: string;
  readonly stages: readonly Stage[];
}

/** The form of one way to another stage. */
export function TransitionForm(props: TransitionFormProps) {
  const { entry: transition, path, form, from, stages, onChange } = props;
  const others = idsOf(stages).filter((id) => id !== from);
  return (
    <>
      <FieldErrors problems={form.problemsIn(path).filter((problem) => problem.path === path)} />
      <div class="field-grid">
        <Select
          label={words.target}
          value={transition.to}
          options={optionsWith(transition.to, others)}
          error={form.problemOf(`${path}.to`)}
          onChange={(to) => onChange({ ...transition, to })}
        />
        <Select
          label={words.cause}
          value={transition.on}
          options={CAUSES}
          onChange={(on) => onChange(withCause(transition, on as Cause))}
        />
        <OwnField {...props} />
      </div>
      {hasConditions(transition.on) && <Conditions {...props} fields={fieldsOf(stages)} />}
    </>
  );
}

/** Names to choose from, with the present one, which may not exist. */
export const optionsWith = (present: string, names: readonly string[]): Option[] => [
  ...(names.includes(present) ? [] : [{ value: present, label: present === '' ? '' : words.gone(present) }]),
  ...names.map((name) => ({ value: name, label: name })),
];

/** What only transitions with this cause have. */
function OwnField({ entry: transition, path, form, onChange }: TransitionFormProps) {
  switch (transition.on) {
    case 'call':
      return (
        <TextField
          label={words.when}
          hint={words.whenHint}
          value={transition.description ?? ''}
          error={form.problemOf(`${path}.description`)}
          onInput={(description) => onChange({ ...transition, description })}
        />
      );
    case 'key':
      return (
        <TextField
          label={words.key}
          hint={words.keyHint}
          maxLength={1}
          autocomplete="off"
          value={transition.key ?? ''}
          error={form.problemOf(`${path}.key`)}
          onInput={(key) => onChange({ ...transition, key })}
        />
      );
    case 'silence':
      return (
        <NumberField
          label={words.seconds}
          min={1}
          max={300}
          value={transition.seconds ?? null}
          error={form.problemOf(`${path}.seconds`)}
          onChange={(seconds) => onChange({ ...transition, seconds: seconds as number })}
        />
      );
    case 'fields':
      return null;
  }
}

interface ConditionsProps extends TransitionFormProps {
  readonly fields: readonly StageField[];
}

function Conditions({ entry: transition, path, form, fields, onChange }: ConditionsProps) {
  const conditions = singly(transition.when ?? []);
  const change = (after: readonly Condition[]): void => onChange(withConditions(transition, after));
  const [first] = fields;
  return (
    <fieldset class="stack">
      <legend class="field-label">{words.conditions}</legend>
      <p class="hint">{transition.on === 'call' ? words.gateHint : words.conditionsHint}</p>
      {conditions.map((condition, place) => (
        <ConditionRow
          key={place}
          {...{ condition, form, fields }}
          path={`${path}.when[${place}]`}
          onChange={(after) => change(conditions.map((each, at) => (at === place ? after : each)))}
        >
          <Button
            kind="quiet"
            icon="trash"
            label={words.removeCondition(place + 1)}
            onPress={() => change(conditions.filter((_, at) => at !== place))}
          />
        </ConditionRow>
      ))}
      {form.problemsIn(`${path}.when`).some((problem) => problem.path === `${path}.when`) && (
        <FieldErrors problems={form.problemsIn(`${path}.when`).filter((problem) => problem.path === `${path}.when`)} />
      )}
      {first && (
        <div class="row">
          <Button icon="plus" onPress={() => change([...conditions, conditionOf(first, 'collected')])}>
            {words.addCondition}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

interface ConditionRowProps {
  readonly condition: Condition;
  readonly path: string;
  readonly form: AgentForm;
  readonly fields: readonly StageField[];
  readonly onChange: (condition: Condition) => void;
  /** The button that removes it. */
  readonly children: ComponentChildren;
}

function ConditionRow({ condition, path, form, fields, onChange, children }: ConditionRowProps) {
  const how = comparisonOf(condition);
  const field = fields.find(({ name }) => name === condition.field) ?? { name: condition.field, type: 'text' as const };
  const compare = (value: unknown): void => onChange(conditionOf(field, how, value));
  const error = form.problemsIn(path).find((problem) => problem.path !== `${path}.field`)?.message ?? null;
  return (
    <div class="stage-condition">
      <Select
        label={words.field}
        value={condition.field}
        options={optionsWith(
          condition.field,
          fields.map(({ name }) => name),
        )}
        error={form.problemOf(`${path}.field`)}
        onChange={(name) => onChange(conditionOf(fields.find((each) => each.name === name) ?? field, 'collected'))}
      />
      <Select
        label={words.comparison}
        value={how}
        options={comparisonsFor(field).map((value) => ({ value, label: words.compared[value] }))}
        error={how === 'collected' || how === 'failed' ? error : null}
        onChange={(next) => onChange(conditionOf(field, next as Comparison))}
      />
      {how !== 'collected' && how !== 'failed' ? (
        <ValueField {...{ field, error }} value={comparedWith(condition)} onChange={compare} />
      ) : (
        <span />
      )}
      {children}
    </div>
  );
}

interface ValueFieldProps {
  readonly field: Pick<StageField, 'type' | 'choices'>;
  readonly value: unknown;
  readonly error: string | null;
  readonly onChange: (value: unknown) => void;
}

/** The value that a field is compared with, as its type has it. */
function ValueField({ field, value, error, onChange }: ValueFieldProps) {
  const common = { label: words.value, error };
  if (isNumeric(field))
    return <NumberField {...common} value={typeof value === 'number' ? value : null} onChange={onChange} />;
  if (field.type === 'boolean')
    return (
      <Select
        {...common}
        value={String(value)}
        options={[true, false].map((each) => ({ value: String(each), label: valueWords(each) }))}
        onChange={(text) => onChange(text === 'true')}
      />
    );
  if (field.type === 'choice')
    return (
      <Select
        {...common}
        value={String(value)}
        options={optionsWith(String(value), field.choices ?? [])}
        onChange={onChange}
      />
    );
  return <TextField {...common} value={String(value)} onInput={onChange} />;
}
