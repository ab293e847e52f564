import { useLocation } from 'preact-iso';
import { answered, api } from '../../api.ts';
import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAction } from '../../parts/use-action.ts';
import { at } from '../../paths.ts';
import { formStrings } from './strings.ts';
import type { NewAgent } from './starter-agent.ts';

interface NewAgentButtonProps {
  readonly kind?: 'plain' | 'primary';
  readonly agent: NewAgent;
  readonly children: string;
}

/** Creates this agent, and opens its talk page. */
export function NewAgentButton({ kind = 'plain', agent, children }: NewAgentButtonProps) {
  const { route } = useLocation();
  const making = useAction(async () => {
    const made = await answered(api.POST('/api/v1/agents', { body: agent }));
    showToast(formStrings.created(made.name));
    route(at(`/agents/${made.agent_id}/talk`));
  });
  return (
    <>
      <Button kind={kind} icon="wave" busy={making.isBusy} onPress={() => void making.run()}>
        {children}
      </Button>
      {making.trouble !== null && <Notice kind="error">{making.trouble}</Notice>}
    </>
  );
}
