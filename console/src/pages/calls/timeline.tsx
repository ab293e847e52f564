import { Moment } from '../../parts/moment.tsx';
import { formatDuration } from '../../format.ts';
import { actionStrings, callStrings, strings } from './strings.ts';
import { actionsOf, type Action } from './actions.ts';
import { isLive, stateOf, type Call, type CallState } from './call.ts';
import './timeline.css';

interface Step {
  readonly name: string;
  readonly at: string;
  readonly note?: string;
}

/** What happened to a call, and when: its states, and what the agent did. The details of actions have a card of their own. */
export const Timeline = ({ call }: { readonly call: Call }) => (
  <ol class="timeline" aria-label={callStrings.whatHappened}>
    {stepsOf(call).map(({ name, at, note }, place) => (
      <li key={`${place} ${name}`}>
        <span class="timeline-name">{name}</span>
        <span class="hint figure">
          <Moment at={at} to="second" />
          {note !== undefined && ` · ${note}`}
        </span>
      </li>
    ))}
    {isLive(call) && (
      <li class="now">
        <span class="timeline-name">{strings.state[call.status]}</span>
      </li>
    )}
  </ol>
);

function stepsOf(call: Call): readonly Step[] {
  const { created_at: created, start_time_utc: started, end_time_utc: ended } = call;
  const since = (from: string, to: string): string => formatDuration((Date.parse(to) - Date.parse(from)) / 1_000);
  return [
    { name: callStrings.begun[call.call_type], at: created },
    ...(started === null
      ? []
      : [{ name: callStrings.connected, at: started, note: callStrings.after(since(created, started)) }]),
    ...actionsOf(call).flatMap(stepOf),
    ...(ended === null
      ? []
      : [
          {
            name: endOf(stateOf(call)),
            at: ended,
            note: callStrings.after(since(started ?? created, ended)),
          },
        ]),
  ];
}

/** When an action started, and how it ended. */
function stepOf({ tool, transfer }: Action): readonly Step[] {
  if (transfer) {
    const result = transfer.result === null ? actionStrings.underWay : actionStrings.results[transfer.result];
    return [{ name: actionStrings.transferTo(transfer.target), at: transfer.started_at, note: result }];
  }
  return tool ? [{ name: tool.name, at: tool.started_at, note: actionStrings.outcomes[tool.outcome] }] : [];
}

/** The connected step already shows that the call was answered. */
const endOf = (state: CallState): string =>
  state === 'answered' || state === 'completed' ? callStrings.ended : callStrings.endedBy(strings.state[state]);
