import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { formStrings } from './strings.ts';
import type { AgentForm } from './agent-form.ts';
import { placeholdersOf } from './placeholders.ts';
import { rowsOf, valueText, variablesOf, withNames, type VariableRow } from './variable-rows.ts';
import './variables-section.css';

/** The defaults of the prompts' placeholders, and whatever else a call is to carry. */
export function VariablesSection({ form }: { form: AgentForm }) {
  const { custom_variables: variables, prompts } = form.draft.config;
  const [rows, setRows] = useState<readonly VariableRow[]>(() => rowsOf(variables));
  const names = placeholdersOf(prompts.greeting_message, prompts.system_prompt);
  const isMissing = names.some((name) => rows.every((row) => row.name !== name));
  const change = (after: readonly VariableRow[]): void => {
    setRows(after);
    form.changeConfig({ custom_variables: variablesOf(after) });
  };
  const error = form.problemOf('custom_variables');
  return (
    <section class="card padded stack" aria-labelledby="variables-title">
      <h2 id="variables-title">{formStrings.variables}</h2>
      <p class="hint">{formStrings.variablesHint}</p>
      {rows.length === 0 && <p class="soft">{formStrings.noVariables}</p>}
      {rows.map((row, index) => (
        <Row
          key={index}
          row={row}
          onChange={(part) => change(rows.map((each, at) => (at === index ? { ...each, ...part } : each)))}
          onRemove={() => change(rows.filter((_, at) => at !== index))}
        />
      ))}
      {error !== null && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
      <div class="row">
        <Button icon="plus" onPress={() => setRows([...rows, { name: '', value: '' }])}>
          {formStrings.addVariable}
        </Button>
        {isMissing && (
          <Button kind="quiet" onPress={() => change(withNames(rows, names))}>
            {formStrings.addAll}
          </Button>
        )}
      </div>
    </section>
  );
}

interface RowProps {
  readonly row: VariableRow;
  readonly onChange: (part: Partial<VariableRow>) => void;
  readonly onRemove: () => void;
}

const Row = ({ row, onChange, onRemove }: RowProps) => (
  <div class="variable">
    <TextField
      label={formStrings.variableName}
      spellcheck={false}
      autocomplete="off"
      value={row.name}
      onInput={(name) => onChange({ name })}
    />
    <TextField
      label={formStrings.variableValue}
      autocomplete="off"
      value={valueText(row.value)}
      onInput={(value) => onChange({ value })}
    />
    <Button kind="quiet" icon="trash" label={formStrings.removeVariable(row.name)} onPress={onRemove} />
  </div>
);
