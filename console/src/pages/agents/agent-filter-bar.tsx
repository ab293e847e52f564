import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { strings } from './strings.ts';
import type { AgentFilter } from './agent-filter.ts';
import './agent-filter-bar.css';

const choices = (table: Readonly<Record<string, string>>) => [
  { value: '', label: strings.all },
  ...Object.entries(table).map(([value, label]) => ({ value, label })),
];

interface AgentFilterBarProps {
  readonly filter: AgentFilter;
  readonly onChange: (filter: AgentFilter) => void;
}

/** Narrows the list of agents down. */
export const AgentFilterBar = ({ filter, onChange }: AgentFilterBarProps) => (
  <div class="agent-filter" role="search">
    <TextField
      label={strings.search}
      type="search"
      value={filter.text}
      onInput={(text) => onChange({ ...filter, text })}
    />
    <Select
      label={strings.category}
      value={filter.category}
      options={choices(strings.categories)}
      onChange={(category) => onChange({ ...filter, category: category as AgentFilter['category'] })}
    />
    <Select
      label={strings.status}
      value={filter.status}
      options={choices(strings.statuses)}
      onChange={(status) => onChange({ ...filter, status: status as AgentFilter['status'] })}
    />
  </div>
);
