import { Badge } from '../../parts/badge.tsx';
import { Facts, type Fact } from '../../parts/facts.tsx';
import { formatClock, formatSeconds } from '../../format.ts';
import {
  actionsOf,
  argumentLines,
  tookSecs,
  TOOL_TONES,
  TRANSFER_TONES,
  type Action,
  type ToolCall,
  type Transfer,
} from './actions.ts';
import './actions-view.css';
import type { Call } from './call.ts';
import { actionStrings } from './strings.ts';

/** The tools that the agent called and the transfers it tried. Nothing where it did neither. */
export function Actions({ call }: { readonly call: Call }) {
  const actions = actionsOf(call);
  if (actions.length === 0) return null;
  return (
    <section class="card padded stack" aria-labelledby="call-actions">
      <h2 id="call-actions">{actionStrings.title}</h2>
      <ol class="actions">
        {actions.map((action) => (
          <ActionRow key={action.run} action={action} />
        ))}
      </ol>
    </section>
  );
}

const ActionRow = ({ action: { at, tool, transfer } }: { readonly action: Action }) => (
  <li class="action">
    <span class="action-at figure">{formatClock(at)}</span>
    <div class="action-body">
      <h3 class="action-name">
        {transfer ? actionStrings.transferTo(transfer.target) : <code>{tool?.name}</code>}
        {transfer ? <TransferBadge transfer={transfer} /> : tool && <ToolBadge tool={tool} />}
      </h3>
      <Facts of={[...(transfer ? transferFacts(transfer) : []), ...(tool ? toolFacts(tool) : [])]} />
    </div>
  </li>
);

const ToolBadge = ({ tool: { outcome } }: { readonly tool: ToolCall }) => (
  <Badge tone={TOOL_TONES[outcome]}>{actionStrings.outcomes[outcome]}</Badge>
);

const TransferBadge = ({ transfer: { result } }: { readonly transfer: Transfer }) =>
  result === null ? (
    <Badge tone="info">{actionStrings.underWay}</Badge>
  ) : (
    <Badge tone={TRANSFER_TONES[result]}>{actionStrings.results[result]}</Badge>
  );

function toolFacts(tool: ToolCall): readonly Fact[] {
  const secs = tookSecs(tool);
  const lines = argumentLines(tool.arguments);
  return [
    [actionStrings.took, secs === null ? null : formatSeconds(secs)],
    [actionStrings.status, tool.status],
    [actionStrings.arguments, lines.length > 0 ? <Lines of={lines} /> : null],
    [actionStrings.answer, tool.answer && <Lines of={[tool.answer]} />],
    [actionStrings.cause, tool.cause],
  ];
}

const transferFacts = (transfer: Transfer): readonly Fact[] => [
  [actionStrings.dialled, transfer.to],
  [actionStrings.mode, actionStrings.modes[transfer.mode]],
  [actionStrings.pickedUp, transfer.answered_at && secsSince(transfer, transfer.answered_at)],
  [actionStrings.confirmed, transfer.confirmed_at && secsSince(transfer, transfer.confirmed_at)],
  [actionStrings.ended, transfer.at && secsSince(transfer, transfer.at)],
  [actionStrings.brief, transfer.brief && <Lines of={[transfer.brief]} />],
];

const secsSince = ({ started_at: start }: Transfer, moment: string): string =>
  formatSeconds((Date.parse(moment) - Date.parse(start)) / 1_000);

const Lines = ({ of }: { readonly of: readonly string[] }) => <span class="action-text">{of.join('\n')}</span>;
