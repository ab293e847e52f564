import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import type { BulkAction } from '../../parts/bulk-action.ts';
import { BulkTable } from '../../parts/bulk-table.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Menu, type MenuItem } from '../../parts/menu.tsx';
import { Moment } from '../../parts/moment.tsx';
import { NumberRest } from '../../parts/number-rest.tsx';
import type { Column } from '../../parts/table.tsx';
import { showToast } from '../../parts/toast.tsx';
import type { Selection } from '../../parts/use-selection.ts';
import { at } from '../../paths.ts';
import { strings } from './strings.ts';
import type { KnownNumbers, PhoneNumber } from './choices.ts';

export interface NumbersTableProps extends KnownNumbers {
  readonly selection: Selection;
  readonly onAttach: (number: PhoneNumber) => void;
  readonly onChange: () => void;
}

const keyOf = ({ phone_number: number }: PhoneNumber): string => number;

const detach = (number: string) =>
  answered(api.DELETE('/api/v1/phone-numbers/detach', { body: { phone_number: number } }));

const DETACH: BulkAction<PhoneNumber> = {
  label: strings.detach,
  icon: 'close',
  isDangerous: true,
  takes: ({ agent_id: agent }) => agent !== null,
  consequence: strings.detachMany,
  run: ({ phone_number: number }) => detach(number),
};

/** Every number with its agent, and what may be done about it. */
export function NumbersTable({ numbers, agents, carriers, selection, onAttach, onChange }: NumbersTableProps) {
  const [detached, setDetached] = useState<PhoneNumber | null>(null);
  const agentName = (id: string): string => agentNameIn(agents, id);
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
  const detachOne = async (number: string): Promise<void> => {
    await detach(number);
    showToast(strings.detached(number));
    onChange();
  };
  return (
    <>
      <BulkTable
        {...{ columns, rows: numbers, keyOf, nameOf: keyOf, selection, onChange }}
        caption={strings.title}
        actions={[DETACH]}
      />
      {detached && (
        <Confirm
          title={strings.detachTitle(detached.phone_number)}
          action={strings.detach}
          onConfirm={() => detachOne(detached.phone_number)}
          onClose={() => setDetached(null)}
        >
          {strings.detachConsequence(agentName(detached.agent_id ?? ''))}
        </Confirm>
      )}
    </>
  );
}

/** The name of an agent, or its id where there is none of it. */
export const agentNameIn = (agents: NumbersTableProps['agents'], id: string): string =>
  agents.find(({ agent_id: known }) => known === id)?.name ?? id;

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
