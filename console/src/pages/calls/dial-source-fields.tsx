import { Select } from '../../parts/select.tsx';
import { sharedStrings } from '../../parts/strings.ts';
import { strings } from './strings.ts';
import type { Agent } from '../agents/agent.ts';

/** Who calls, and what number the callee sees: none stands for the agent's own. */
export interface DialSource {
  readonly agentId: string;
  readonly from: string;
}

/** What there is to call with. */
export interface DialSources {
  /** Those that can dial. */
  readonly agents: readonly Agent[];
  readonly numbers: readonly { readonly phone_number: string; readonly provider: string }[];
}

interface DialSourceFieldsProps extends DialSources {
  readonly source: DialSource;
  readonly onChange: (source: DialSource) => void;
  readonly problemOf: (field: string) => string | null;
}

/** The first agent that can dial, with its own number. */
export const firstDialSource = ({ agents }: Pick<DialSources, 'agents'>): DialSource => ({
  agentId: agents[0]?.agent_id ?? '',
  from: '',
});

/** Chooses an agent and one of the organisation's numbers at its carrier. */
export function DialSourceFields({ agents, numbers, source, onChange, problemOf }: DialSourceFieldsProps) {
  const agent = agents.find(({ agent_id }) => agent_id === source.agentId);
  const own = numbers.filter(({ provider }) => provider === agent?.telephony?.provider);
  return (
    <>
      <Select
        label={sharedStrings.agent}
        value={source.agentId}
        options={agents.map(({ agent_id: value, name: label }) => ({ value, label }))}
        onChange={(agentId) => onChange({ agentId, from: '' })}
        error={problemOf('agent_id')}
      />
      <Select
        label={strings.from}
        value={source.from}
        placeholder={strings.ownNumber(agent?.linked_phone_number ?? null)}
        options={own.map(({ phone_number: number }) => ({ value: number, label: number }))}
        onChange={(from) => onChange({ ...source, from })}
        error={problemOf('from_number')}
      />
    </>
  );
}
