import { Badge } from '../../parts/badge.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { lengthWords } from '../../format.ts';
import { at } from '../../paths.ts';
import { words } from '../../words.ts';
import './calls.css';
import { isLive, peerOf, stateOf, toneOf, type Call } from './call.ts';

/** How a call stands, or how it ended. */
export function CallBadge({ call }: { readonly call: Pick<Call, 'status' | 'call_response'> }) {
  const state = stateOf(call);
  return (
    <Badge tone={toneOf(state)}>
      {isLive(call) && <span class="live-dot" aria-hidden="true" />}
      {words.calls.state[state]}
    </Badge>
  );
}

const COLUMNS: readonly Column<Call>[] = [
  {
    label: words.calls.with,
    cell: (call) => (
      <a class="row-link figure" href={at(`/calls/${call.call_id}`)}>
        {peerOf(call) ?? words.calls.browser}
      </a>
    ),
  },
  { label: words.calls.agent, cell: ({ agent_name }) => agent_name ?? '–' },
  { label: words.calls.type, cell: ({ call_type }) => words.calls.types[call_type] },
  { label: words.calls.outcome, isInCorner: true, cell: (call) => <CallBadge call={call} /> },
  {
    label: words.calls.length,
    align: 'end',
    cell: ({ duration }) => (duration === null ? null : lengthWords(duration)),
  },
  { label: words.calls.begun, align: 'end', cell: ({ created_at }) => <Moment at={created_at} /> },
];

interface CallTableProps {
  readonly caption: string;
  readonly calls: readonly Call[];
  /** Where all calls are of one agent, it is not said again and again. */
  readonly isOfOneAgent?: boolean;
}

/** Calls, each leading to its page. */
export const CallTable = ({ caption, calls, isOfOneAgent = false }: CallTableProps) => (
  <Table
    caption={caption}
    columns={isOfOneAgent ? COLUMNS.filter(({ label }) => !OF_AGENT.has(label)) : COLUMNS}
    rows={calls}
    keyOf={({ call_id }) => call_id}
  />
);

const OF_AGENT: ReadonlySet<string> = new Set([words.calls.agent, words.calls.type]);
