import type { ComponentChildren } from 'preact';
import { Badge } from '../../parts/badge.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Table, type Column, type RowSelection } from '../../parts/table.tsx';
import { formatMoment } from '../../format.ts';
import { at } from '../../paths.ts';
import { sharedStrings } from '../../parts/strings.ts';
import { SuccessBadge } from './analysis-card.tsx';
import { analysisStrings, strings } from './strings.ts';
import './calls.css';
import { isLive, peerOf, stateOf, toneOf, type Call } from './call.ts';
import { CallDuration } from './call-duration.tsx';

/** How a call stands, or how it ended. */
export function CallBadge({ call }: { readonly call: Pick<Call, 'status' | 'call_response'> }) {
  const state = stateOf(call);
  return (
    <Badge tone={toneOf(state)}>
      {isLive(call) && <span class="live-dot" aria-hidden="true" />}
      {strings.state[state]}
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
  { label: sharedStrings.agent, cell: (call) => <OpenCall call={call}>{call.agent_name ?? call.agent_id}</OpenCall> },
  { label: strings.with, cell: (call) => peerOf(call) ?? strings.types.web },
  { label: strings.type, cell: ({ call_type }) => strings.types[call_type] },
];

const PEER: Column<Call> = {
  label: strings.with,
  cell: (call) => <OpenCall call={call}>{peerOf(call) ?? strings.types[call.call_type]}</OpenCall>,
};

const COURSE: readonly Column<Call>[] = [
  { label: strings.outcome, isInCorner: true, cell: (call) => <CallBadge call={call} /> },
  {
    label: analysisStrings.filter,
    cell: ({ outcome }) => outcome?.success && <SuccessBadge success={outcome.success} />,
  },
  { label: strings.length, align: 'end', cell: (call) => <CallDuration call={call} /> },
  { label: strings.begun, align: 'end', cell: ({ created_at }) => <Moment at={created_at} /> },
];

export const callKey = ({ call_id }: Call): string => call_id;

/** What tells a call from others, in a sentence. */
export const callName = (call: Call): string =>
  strings.named(peerOf(call) ?? strings.types.web, formatMoment(new Date(call.created_at), new Date()));

interface CallTableProps {
  readonly caption: string;
  readonly calls: readonly Call[];
  /** Where all calls are of one agent, it is not said again and again. */
  readonly isOfOneAgent?: boolean;
  /** What else is known of them, after who took part. */
  readonly more?: readonly Column<Call>[];
  readonly rowSelection?: RowSelection<Call>;
}

/** Calls, each leading to its page. */
export const CallTable = ({ caption, calls, isOfOneAgent = false, more = [], rowSelection }: CallTableProps) => (
  <Table
    caption={caption}
    columns={[...(isOfOneAgent ? [PEER] : PARTIES), ...more, ...COURSE]}
    rows={calls}
    keyOf={callKey}
    rowSelection={rowSelection}
  />
);
