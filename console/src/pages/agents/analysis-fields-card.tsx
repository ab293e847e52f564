import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Select } from '../../parts/select.tsx';
import { Switch } from '../../parts/switch.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { AgentForm } from './agent-form.ts';
import {
  areRows,
  blankField,
  fieldsOf,
  isTaken,
  kindOf,
  rowsOf,
  withKind,
  type Analysis,
  type FieldKind,
  type FieldRow,
} from './analysis.ts';
import { analysisStrings as words } from './analysis-strings.ts';
import { JsonField, LinesField } from './parsed-fields.tsx';
import { FieldErrors } from './tool-errors.tsx';
import { withPart } from './tools.ts';
import './entry-list.css';

const PATH = 'analysis.fields';
const KINDS = Object.entries(words.kinds).map(([value, label]) => ({ value, label }));

interface FieldsProps {
  readonly form: AgentForm;
  readonly fields: Analysis['fields'];
  readonly onChange: (fields: unknown) => void;
}

/** The fields to extract: as a table, or as the JSON Schema that it stands for. */
export function AnalysisFieldsCard(props: FieldsProps) {
  const { form, fields } = props;
  const [isJson, setJson] = useState(false);
  const canBeRows = areRows(fields);
  const showsJson = isJson || !canBeRows;
  const names = canBeRows ? rowsOf(fields).map(({ name }) => name) : [];
  const besideRow = new Set(showsJson ? [] : names.flatMap((name) => form.problemsIn(`${PATH}.properties.${name}`)));
  return (
    <section class="card padded stack" aria-labelledby="analysis-fields-title">
      <h2 id="analysis-fields-title">{words.fields}</h2>
      <p class="hint">{words.fieldsHint}</p>
      {!showsJson && (
        <FieldErrors
          problems={form.problemsIn(PATH).filter((each) => !besideRow.has(each) && each.message !== words.taken)}
        />
      )}
      {showsJson ? <SchemaField {...props} /> : <FieldRows {...props} />}
      {canBeRows && (
        <div class="row">
          <Button kind="quiet" onPress={() => setJson(!isJson)}>
            {isJson ? words.asTable : words.asJson}
          </Button>
        </div>
      )}
    </section>
  );
}

const SchemaField = ({ form, fields, onChange }: FieldsProps) => (
  <JsonField
    label={words.schema}
    hint={words.schemaHint}
    rows={12}
    optional
    value={fields}
    error={form.problemOf(PATH)}
    onValidity={(isValid) => form.setValidity(PATH, isValid)}
    onChange={onChange}
  />
);

function FieldRows({ form, fields, onChange }: FieldsProps) {
  const [rows, setRows] = useState<readonly FieldRow[]>(() => rowsOf(fields));
  const path = `${PATH}.properties`;
  // Names that are typed twice are gone with the table.
  useEffect(() => () => form.setValidity(path, true), []);
  const change = (after: readonly FieldRow[]): void => {
    setRows(after);
    onChange(fieldsOf(after, fields));
    form.setValidity(path, !after.some((row) => isTaken(after, row)), words.taken);
  };
  return (
    <>
      {rows.length === 0 && <p class="soft">{words.noFields}</p>}
      {rows.map((row, index) => (
        <Row
          key={index}
          form={form}
          row={row}
          isNameTaken={isTaken(rows, row)}
          onChange={(part) => change(rows.map((each, at) => (at === index ? { ...each, ...part } : each)))}
          onRemove={() => change(rows.filter((_, at) => at !== index))}
        />
      ))}
      <div class="row">
        <Button icon="plus" onPress={() => setRows([...rows, blankField()])}>
          {words.addField}
        </Button>
      </div>
    </>
  );
}

interface RowProps {
  readonly form: AgentForm;
  readonly row: FieldRow;
  readonly isNameTaken: boolean;
  readonly onChange: (part: Partial<FieldRow>) => void;
  readonly onRemove: () => void;
}

function Row({ form, row, isNameTaken, onChange, onRemove }: RowProps) {
  const { name, schema, isRequired } = row;
  const title = name.trim() === '' ? words.newField : name;
  return (
    <section class="entry" aria-label={title}>
      <div class="entry-line">
        <h3>{title}</h3>
        <Button kind="quiet" icon="trash" label={words.removeField(title)} onPress={onRemove} />
      </div>
      <div class="entry-form stack">
        <FieldErrors problems={form.problemsIn(`${PATH}.properties.${name}`)} />
        <div class="field-grid">
          <TextField
            label={words.name}
            hint={words.nameHint}
            spellcheck={false}
            autocomplete="off"
            value={name}
            error={isNameTaken ? words.taken : null}
            onInput={(typed) => onChange({ name: typed })}
          />
          <ValueFields schema={schema} onChange={(after) => onChange({ schema: after })} />
        </div>
        <Switch
          label={words.required}
          hint={words.requiredHint}
          checked={isRequired}
          onChange={(on) => onChange({ isRequired: on })}
        />
      </div>
    </section>
  );
}

interface ValueProps {
  readonly schema: FieldRow['schema'];
  readonly onChange: (schema: FieldRow['schema']) => void;
}

/** The type of a field, and its description for the model. */
function ValueFields({ schema, onChange }: ValueProps) {
  const kind = kindOf(schema);
  const { description, enum: values } = schema;
  return (
    <>
      <Select
        label={words.kind}
        value={kind}
        options={KINDS.filter(({ value }) => value !== 'other' || kind === 'other')}
        onChange={(next) => onChange(withKind(schema, next as Exclude<FieldKind, 'other'>))}
      />
      {kind === 'choice' && (
        <LinesField
          label={words.values}
          hint={words.valuesHint}
          rows={3}
          value={values as readonly string[]}
          onChange={(lines) => onChange({ ...schema, enum: lines })}
        />
      )}
      <TextField
        label={words.description}
        hint={words.descriptionHint}
        optional
        value={typeof description === 'string' ? description : ''}
        onInput={(text) => onChange(withPart(schema, { description: text }))}
      />
    </>
  );
}
