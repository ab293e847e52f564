import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import type { Agent } from './agent.ts';
import type { AgentForm } from './agent-form.ts';
import { EntryList } from './entry-list.tsx';
import { HandoverCard } from './handover-card.tsx';
import { KeypadCard } from './keypad-card.tsx';
import { FieldErrors } from './tool-errors.tsx';
import { ToolFields } from './tool-fields.tsx';
import { toolStrings as words } from './tool-strings.ts';
import { ToolTrial } from './tool-trial.tsx';
import { McpCard } from './mcp-card.tsx';
import { blankTool, isStored, summaryOf, withTools, type Tool } from './tools.ts';

interface ToolsProps {
  readonly form: AgentForm;
  readonly agent: Agent | null;
}

/** What the model can do during a call. */
export const ToolsSection = ({ form, agent }: ToolsProps) => (
  <div class="stack">
    <Tools form={form} agent={agent} />
    <McpCard form={form} agent={agent} />
    <HandoverCard form={form} agent={agent} />
    <KeypadCard form={form} />
  </div>
);

const titleOf = ({ name }: Tool): string => (name === '' ? words.unnamed : name);

function Tools({ form, agent }: ToolsProps) {
  const [tried, setTried] = useState<Tool | null>(null);
  const canTry = (tool: Tool): boolean => isStored(tool, agent?.config.tools);
  return (
    <section class="card padded stack" aria-labelledby="tools-title">
      <h2 id="tools-title">{words.title}</h2>
      <p class="hint">{words.hint}</p>
      <FieldErrors problems={form.problemsIn('tools').filter(({ path }) => path === 'tools')} />
      <EntryList
        {...{ form, words, titleOf, summaryOf }}
        entries={form.draft.config.tools ?? []}
        path="tools"
        blank={blankTool}
        onChange={(tools) => form.changeConfig(withTools(tools))}
        buttonsOf={(tool) => (
          <Button disabled={!canTry(tool)} onPress={() => setTried(tool)}>
            {words.tryTool(titleOf(tool))}
          </Button>
        )}
      >
        {({ entry: tool, ...fields }) => (
          <>
            {!canTry(tool) && <p class="hint">{words.saveFirst}</p>}
            <ToolFields tool={tool} {...fields} />
          </>
        )}
      </EntryList>
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
