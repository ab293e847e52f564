import { Select } from '../../parts/select.tsx';
import type { AgentForm } from './agent-form.ts';
import { areRows, kindOf, rowsOf, type Analysis, type FieldKind } from './analysis.ts';
import { analysisStrings as words } from './analysis-strings.ts';
import { LinesField } from './parsed-fields.tsx';
import { withPart } from './tools.ts';

interface SuppressionProps {
  readonly form: AgentForm;
  readonly analysis: Analysis;
  readonly onChange: (rule: Analysis['do_not_call'] | null) => void;
}

/** The kinds of the fields that rows can show, by name. */
const kindsOf = (fields: Analysis['fields']): ReadonlyMap<string, FieldKind> =>
  new Map((areRows(fields) ? rowsOf(fields) : []).map(({ name, schema }) => [name, kindOf(schema)]));

/** Which extracted field puts the number of the person on the suppression list. */
export function AnalysisSuppressionCard({ form, analysis: { fields, do_not_call: rule }, onChange }: SuppressionProps) {
  const kinds = kindsOf(fields);
  const names = [...new Set([...kinds.keys(), ...(rule ? [rule.field] : [])])];
  if (names.length === 0) return null;
  return (
    <section class="card padded stack" aria-labelledby="analysis-suppression-title">
      <h2 id="analysis-suppression-title">{words.suppression}</h2>
      <p class="hint">{words.suppressionHint}</p>
      <Select
        label={words.suppressionField}
        value={rule?.field ?? ''}
        placeholder={words.suppressionNone}
        options={names.map((name) => ({ value: name, label: name }))}
        error={form.problemOf('analysis.do_not_call.field')}
        onChange={(field) => onChange(field === '' ? null : { field })}
      />
      {rule && kinds.get(rule.field) !== 'boolean' && (
        <LinesField
          label={words.suppressionValues}
          hint={words.suppressionValuesHint}
          rows={3}
          value={rule.values ?? []}
          error={form.problemOf('analysis.do_not_call.values')}
          onChange={(values) => onChange(withPart(rule, { values: values.length === 0 ? null : values }))}
        />
      )}
    </section>
  );
}
