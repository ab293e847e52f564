import { strings } from './strings.ts';
import { NewAgentButton } from './new-agent-button.tsx';
import { starterAgent } from './starter-agent.ts';

interface StarterAgentButtonProps {
  /** Names that other agents have. */
  readonly taken: readonly string[];
}

/** Creates the starter agent, which needs no keys, and opens its talk page. */
export const StarterAgentButton = ({ taken }: StarterAgentButtonProps) => (
  <NewAgentButton kind="primary" agent={starterAgent(taken)}>
    {strings.ready}
  </NewAgentButton>
);
