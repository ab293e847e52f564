import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import type { Agent } from './agent.ts';
import type { AgentForm } from './agent-form.ts';
import { KeypadCard } from './keypad-card.tsx';
import { ToolFields } from './tool-fields.tsx';
import { toolStrings } from './tool-strings.ts';
import { ToolTrial } from './tool-trial.tsx';
import { blankTool, isStored, withTools, type Tool } from './tools.ts';

/** What the model can do during a call. */
export function ToolsSection({ form, agent }: { form: AgentForm; agent: Agent | null }) {
  const [tried, setTried] = useState<Tool | null>(null);
  const tools: readonly Tool[] = form.draft.config.tools ?? [];
  const change = (after: readonly Tool[]): void => form.changeConfig(withTools(after));
  const error = form.problemOf('tools');
  return (
    <div class="stack">
      <section class="card padded stack" aria-labelledby="tools-title">
        <h2 id="tools-title">{toolStrings.title}</h2>
        <p class="hint">{toolStrings.hint}</p>
        {tools.length === 0 && <p class="soft">{toolStrings.none}</p>}
        {error !== null && (
          <p class="field-error" role="alert">
            {error}
          </p>
        )}
        <div class="row">
          <Button icon="plus" onPress={() => change([...tools, blankTool()])}>
            {toolStrings.add}
          </Button>
        </div>
      </section>
      <KeypadCard form={form} />
      {tools.map((tool, index) => (
        <ToolFields
          key={index}
          tool={tool}
          path={`tools[${index}]`}
          form={form}
          canTry={isStored(tool, agent?.config.tools)}
          onChange={(after) => change(tools.map((each, at) => (at === index ? after : each)))}
          onRemove={() => change(tools.filter((_, at) => at !== index))}
          onTry={() => setTried(tool)}
        />
      ))}
      {tried && agent && <ToolTrial agentId={agent.agent_id} tool={tried} onClose={() => setTried(null)} />}
    </div>
  );
}
