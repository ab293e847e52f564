import { useLocation } from 'preact-iso';
import { answered, api } from '../../api.ts';
import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAction } from '../../parts/use-action.ts';
import { at } from '../../paths.ts';
import { formStrings, strings } from './strings.ts';
import { starterAgent } from './starter-agent.ts';

interface StarterAgentButtonProps {
  /** Names that other agents have. */
  readonly taken: readonly string[];
}

/** Creates the starter agent, which needs no keys, and opens its talk page. */
export function StarterAgentButton({ taken }: StarterAgentButtonProps) {
  const { route } = useLocation();
  const making = useAction(async () => {
    const agent = await answered(api.POST('/api/v1/agents', { body: starterAgent(taken) }));
    showToast(formStrings.created(agent.name));
    route(at(`/agents/${agent.agent_id}/talk`));
  });
  return (
    <>
      <Button kind="primary" icon="wave" busy={making.isBusy} onPress={() => void making.run()}>
        {strings.ready}
      </Button>
      {making.trouble !== null && <Notice kind="error">{making.trouble}</Notice>}
    </>
  );
}
