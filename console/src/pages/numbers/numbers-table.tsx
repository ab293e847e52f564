import { useState } from 'preact/hooks';
import { answered, api, type components } from '../../api.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Menu, type MenuItem } from '../../parts/menu.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { showToast } from '../../parts/toast.tsx';
import { at } from '../../paths.ts';
import { words } from '../../words.ts';
import type { PhoneNumber } from './choices.ts';

const said = words.numbers;

interface NumbersTableProps {
  readonly numbers: readonly PhoneNumber[];
  readonly agents: readonly components['schemas']['AgentResponse'][];
  readonly carriers: readonly components['schemas']['ProviderEntry'][];
  readonly onAttach: (number: PhoneNumber) => void;
  readonly onChange: () => void;
}

/** Every number with its agent, and what may be done about it. */
export function NumbersTable({ numbers, agents, carriers, onAttach, onChange }: NumbersTableProps) {
  const [detached, setDetached] = useState<PhoneNumber | null>(null);
  const agentName = (id: string): string => agents.find(({ agent_id: known }) => known === id)?.name ?? id;
  const actionOf = (number: PhoneNumber): MenuItem =>
    number.agent_id === null
      ? { label: said.toAgent, icon: 'link', onSelect: () => onAttach(number) }
      : { label: said.detach, danger: true, icon: 'close', onSelect: () => setDetached(number) };
  const columns: readonly Column<PhoneNumber>[] = [
    { label: said.number, cell: ({ phone_number: number }) => <strong class="figure">{number}</strong> },
    {
      label: said.agent,
      cell: ({ agent_id: id }) => (id === null ? said.nobody : <AgentLink id={id} name={agentName(id)} />),
    },
    {
      label: said.carrier,
      cell: ({ provider }) => carriers.find((carrier) => carrier.provider === provider)?.name ?? provider,
    },
    { label: said.changed, align: 'end', cell: ({ updated_at: changed }) => <Moment at={changed} /> },
    {
      label: '',
      align: 'end',
      cell: (number) => <Menu label={said.manage(number.phone_number)} items={[actionOf(number)]} />,
    },
  ];
  const detach = async (number: string): Promise<void> => {
    await answered(api.DELETE('/api/v1/phone-numbers/detach', { body: { phone_number: number } }));
    showToast(said.detached(number));
    onChange();
  };
  return (
    <>
      <Table caption={said.title} columns={columns} rows={numbers} keyOf={({ phone_number: number }) => number} />
      {detached && (
        <Confirm
          title={said.detachTitle(detached.phone_number)}
          action={said.detach}
          onConfirm={() => detach(detached.phone_number)}
          onClose={() => setDetached(null)}
        >
          {said.detachConsequence(agentName(detached.agent_id ?? ''))}
        </Confirm>
      )}
    </>
  );
}

const AgentLink = ({ id, name }: { id: string; name: string }) => (
  <a href={at(`/agents/${encodeURIComponent(id)}`)}>{name}</a>
);
