import { useState } from 'preact/hooks';
import { answered, api, type components } from '../../api.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Menu, type MenuItem } from '../../parts/menu.tsx';
import { Moment } from '../../parts/moment.tsx';
import { NumberRest } from '../../parts/number-rest.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { showToast } from '../../parts/toast.tsx';
import { at } from '../../paths.ts';
import { strings } from './strings.ts';
import type { PhoneNumber } from './choices.ts';

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
      ? { label: strings.toAgent, icon: 'link', onSelect: () => onAttach(number) }
      : { label: strings.detach, danger: true, icon: 'close', onSelect: () => setDetached(number) };
  const columns: readonly Column<PhoneNumber>[] = [
    { label: strings.number, cell: ({ phone_number: number }) => <strong class="figure">{number}</strong> },
    {
      label: strings.agent,
      cell: ({ agent_id: id }) => (id === null ? strings.noAgent : <AgentLink id={id} name={agentName(id)} />),
    },
    {
      label: strings.carrier,
      cell: ({ provider }) => carriers.find((carrier) => carrier.provider === provider)?.name ?? provider,
    },
    ...(numbers.some(restOf) ? [REST] : []),
    { label: strings.changed, align: 'end', cell: ({ updated_at: changed }) => <Moment at={changed} /> },
    {
      label: '',
      align: 'end',
      cell: (number) => <Menu label={strings.manage(number.phone_number)} items={[actionOf(number)]} />,
    },
  ];
  const detach = async (number: string): Promise<void> => {
    await answered(api.DELETE('/api/v1/phone-numbers/detach', { body: { phone_number: number } }));
    showToast(strings.detached(number));
    onChange();
  };
  return (
    <>
      <Table caption={strings.title} columns={columns} rows={numbers} keyOf={({ phone_number: number }) => number} />
      {detached && (
        <Confirm
          title={strings.detachTitle(detached.phone_number)}
          action={strings.detach}
          onConfirm={() => detach(detached.phone_number)}
          onClose={() => setDetached(null)}
        >
          {strings.detachConsequence(agentName(detached.agent_id ?? ''))}
        </Confirm>
      )}
    </>
  );
}

/** Its rest, unless that is over. */
const restOf = ({ resting }: PhoneNumber) => (resting && Date.parse(resting.until) > Date.now() ? resting : null);

const REST: Column<PhoneNumber> = {
  label: strings.rest,
  cell(number) {
    const rest = restOf(number);
    return rest && <NumberRest rest={rest} />;
  },
};

const AgentLink = ({ id, name }: { id: string; name: string }) => (
  <a href={at(`/agents/${encodeURIComponent(id)}`)}>{name}</a>
);
