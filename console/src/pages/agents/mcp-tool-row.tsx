import { Button } from '../../parts/button.tsx';
import { Switch } from '../../parts/switch.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { AgentForm } from './agent-form.ts';
import { calledName, type McpServer, type McpTool } from './mcp.ts';
import { mcpStrings as words } from './mcp-strings.ts';
import { JsonField } from './parsed-fields.tsx';
import { FieldErrors } from './tool-errors.tsx';
import { toolStrings } from './tool-strings.ts';
import { withPart } from './tools.ts';

interface FieldsProps {
  readonly tool: McpTool;
  /** Where the tool is in the request. */
  readonly path: string;
  readonly form: AgentForm;
  readonly onChange: (tool: McpTool) => void;
}

interface RowProps extends FieldsProps {
  readonly server: McpServer;
  /** Whether its server is stored as it is shown. */
  readonly canTry: boolean;
  readonly onRemove: () => void;
  readonly onTry: () => void;
}

/** A tool that the model may call, as the agent stores it. */
export function McpToolRow({ server, canTry, onRemove, onTry, ...fields }: RowProps) {
  const { tool, path, form } = fields;
  const problems = form.problemsIn(path);
  return (
    <section class="entry" aria-label={tool.name}>
      <div class="entry-line">
        <h5>{tool.name}</h5>
        <span class="entry-summary soft">{tool.description}</span>
        <div class="row">
          <Button disabled={!canTry} onPress={onTry}>
            {toolStrings.tryTool(tool.name)}
          </Button>
          <Button kind="quiet" icon="trash" label={words.remove(tool.name)} onPress={onRemove} />
        </div>
      </div>
      <FieldErrors problems={problems.filter((each) => each.path === path || each.path === `${path}.name`)} />
      <details class="more-settings entry-form" open={problems.length > 0}>
        <summary>{words.edit(tool.name)}</summary>
        <div class="stack">
          <p class="hint">{words.calledAs(calledName(server, tool))}</p>
          <McpToolFields {...fields} />
        </div>
      </details>
    </section>
  );
}

function McpToolFields({ tool, path, form, onChange }: FieldsProps) {
  const error = (field: string): string | null => form.problemOf(`${path}.${field}`);
  return (
    <>
      <TextField
        label={words.description}
        hint={words.descriptionHint}
        rows={2}
        value={tool.description}
        error={error('description')}
        onInput={(description) => onChange({ ...tool, description })}
      />
      <JsonField
        label={words.parameters}
        hint={words.parametersHint}
        rows={6}
        value={tool.parameters}
        error={error('parameters')}
        onValidity={(isValid) => form.setValidity(`${path}.parameters`, isValid)}
        onChange={(parameters) => onChange({ ...tool, parameters: parameters as McpTool['parameters'] })}
      />
      <Switch
        label={words.sideEffects}
        hint={words.sideEffectsHint}
        checked={tool.side_effects}
        onChange={(side_effects) => onChange({ ...tool, side_effects })}
      />
      <TextField
        label={words.say}
        hint={words.sayHint}
        optional
        value={tool.say_while_waiting ?? ''}
        error={error('say_while_waiting')}
        onInput={(say_while_waiting) => onChange(withPart(tool, { say_while_waiting }))}
      />
    </>
  );
}
