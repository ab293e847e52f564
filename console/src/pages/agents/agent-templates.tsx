import { NewAgentButton } from './new-agent-button.tsx';
import { templateStrings as strings } from './template-strings.ts';
import { agentOf, TEMPLATE_NAMES } from './templates.ts';

interface AgentTemplatesProps {
  /** Names that other agents have. */
  readonly taken: readonly string[];
}

/** Agents to begin with. One press creates one, and opens its talk page. */
export const AgentTemplates = ({ taken }: AgentTemplatesProps) => (
  <section class="card padded stack">
    <h2>{strings.title}</h2>
    <p class="soft">{strings.why}</p>
    {TEMPLATE_NAMES.map((name) => (
      <div class="row" key={name}>
        <NewAgentButton agent={agentOf(name, taken)}>{strings.names[name]}</NewAgentButton>
        <span>{strings.what[name]}</span>
      </div>
    ))}
  </section>
);
