import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import type { Agent } from './agent.ts';
import type { AgentForm } from './agent-form.ts';
import { KeypadCard } from './keypad-card.tsx';
import { ToolCard } from './tool-card.tsx';
import { FieldErrors } from './tool-errors.tsx';
import { toolStrings } from './tool-strings.ts';
import { ToolTrial } from './tool-trial.tsx';
import { McpCard } from './mcp-card.tsx';
import { blankTool, isStored, withTools, type Tool } from './tools.ts';
import { useOpenPlaces } from './use-open-places.ts';

interface ToolsProps {
  readonly form: AgentForm;
  readonly agent: Agent | null;
}

/** What the model can do during a call. */
export const ToolsSection = ({ form, agent }: ToolsProps) => (
  <div class="stack">
    <Tools form={form} agent={agent} />
    <McpCard form={form} agent={agent} />
    <KeypadCard form={form} />
  </div>
);

/** A line for each tool, and the form of those that are open. */
function Tools({ form, agent }: ToolsProps) {
  const [tried, setTried] = useState<Tool | null>(null);
  const opened = useOpenPlaces();
  const tools: readonly Tool[] = form.draft.config.tools ?? [];
  const change = (after: readonly Tool[]): void => form.changeConfig(withTools(after));
  const wrong = form.problemsIn('tools').filter(({ path }) => path === 'tools');
  const add = (): void => {
    change([...tools, blankTool()]);
    opened.toggle(tools.length);
  };
  const remove = (place: number): void => {
    change(tools.filter((_, at) => at !== place));
    opened.forget(place);
  };
  return (
    <section class="card padded stack" aria-labelledby="tools-title">
      <h2 id="tools-title">{toolStrings.title}</h2>
      <p class="hint">{toolStrings.hint}</p>
      {tools.length === 0 && <p class="soft">{toolStrings.none}</p>}
      <FieldErrors problems={wrong} />
      {tools.map((tool, index) => (
        <ToolCard
          key={index}
          tool={tool}
          path={`tools[${index}]`}
          form={form}
          isOpen={opened.has(index) || form.problemsIn(`tools[${index}]`).length > 0}
          canTry={isStored(tool, agent?.config.tools)}
          onToggle={() => opened.toggle(index)}
          onChange={(after) => change(tools.map((each, at) => (at === index ? after : each)))}
          onRemove={() => remove(index)}
          onTry={() => setTried(tool)}
        />
      ))}
      <div class="row">
        <Button icon="plus" onPress={add}>
          {toolStrings.add}
        </Button>
      </div>
      {tried && agent && (
        <ToolTrial
          agentId={agent.agent_id}
          tool={tried}
          defaults={agent.config.custom_variables}
          onClose={() => setTried(null)}
        />
      )}
    </section>
  );
}
