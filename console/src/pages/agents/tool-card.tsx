import { Button } from '../../parts/button.tsx';
import type { AgentForm } from './agent-form.ts';
import { ToolFields } from './tool-fields.tsx';
import { toolStrings as words } from './tool-strings.ts';
import { summaryOf, type Tool } from './tools.ts';
import './tool-card.css';

interface ToolCardProps {
  readonly tool: Tool;
  /** Where the tool is in the request. */
  readonly path: string;
  readonly form: AgentForm;
  /** Whether its form is shown. */
  readonly isOpen: boolean;
  /** Whether the tool is stored as it is shown. */
  readonly canTry: boolean;
  readonly onToggle: () => void;
  readonly onChange: (tool: Tool) => void;
  readonly onRemove: () => void;
  readonly onTry: () => void;
}

/** One tool: a line, and its form when it is open. */
export function ToolCard({ tool, path, form, isOpen, canTry, onToggle, onChange, onRemove, onTry }: ToolCardProps) {
  const title = tool.name === '' ? words.unnamed : tool.name;
  return (
    <section class="tool" aria-label={title}>
      <div class="tool-line">
        <h3>{title}</h3>
        <span class="tool-request soft">{summaryOf(tool)}</span>
        <div class="row">
          <Button kind="quiet" icon="edit" label={words.edit(title)} expanded={isOpen} onPress={onToggle} />
          <Button disabled={!canTry} onPress={onTry}>
            {words.tryTool(title)}
          </Button>
          <Button kind="quiet" icon="trash" label={words.remove(title)} onPress={onRemove} />
        </div>
      </div>
      {isOpen && (
        <div class="tool-form stack">
          {!canTry && <p class="hint">{words.saveFirst}</p>}
          <ToolFields tool={tool} path={path} form={form} onChange={onChange} />
        </div>
      )}
    </section>
  );
}
