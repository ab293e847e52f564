import type { ComponentChildren } from 'preact';
import { Badge } from '../../parts/badge.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { at } from '../../paths.ts';
import { words } from '../../words.ts';
import './calls.css';
import { isLive, peerOf, stateOf, toneOf, type Call } from './call.ts';
import { CallDuration } from './call-duration.tsx';

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

/** Leads to the page of the call. */
const OpenCall = ({ call, children }: { readonly call: Call; readonly children: ComponentChildren }) => (
  <a class="row-link figure" href={at(`/calls/${call.call_id}`)}>
    {children}
  </a>
);

/** Who took part, where calls are of several agents. */
const PARTIES: readonly Column<Call>[] = [
  { label: words.calls.agent, cell: (call) => <OpenCall call={call}>{call.agent_name ?? call.agent_id}</OpenCall> },
  { label: words.calls.with, cell: (call) => peerOf(call) ?? words.calls.types.web },
  { label: words.calls.type, cell: ({ call_type }) => words.calls.types[call_type] },
];

const PEER: Column<Call> = {
  label: words.calls.with,
  cell: (call) => <OpenCall call={call}>{peerOf(call) ?? words.calls.types[call.call_type]}</OpenCall>,
};

const COURSE: readonly Column<Call>[] = [
  { label: words.calls.outcome, isInCorner: true, cell: (call) => <CallBadge call={call} /> },
  { label: words.calls.length, align: 'end', cell: (call) => <CallDuration call={call} /> },
  { label: words.calls.begun, align: 'end', cell: ({ created_at }) => <Moment at={created_at} /> },
];

interface CallTableProps {
  readonly caption: string;
  readonly calls: readonly Call[];
  /** Where all calls are of one agent, it is not said again and again. */
  readonly isOfOneAgent?: boolean;
  /** What else is known of them, after who took part. */
  readonly more?: readonly Column<Call>[];
}

/** Calls, each leading to its page. */
export const CallTable = ({ caption, calls, isOfOneAgent = false, more = [] }: CallTableProps) => (
  <Table
    caption={caption}
    columns={[...(isOfOneAgent ? [PEER] : PARTIES), ...more, ...COURSE]}
    rows={calls}
    keyOf={({ call_id }) => call_id}
  />
);
