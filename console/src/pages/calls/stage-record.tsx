import { Facts } from '../../parts/facts.tsx';
import { Moment } from '../../parts/moment.tsx';
import type { Call } from './call.ts';
import { callStrings } from './strings.ts';
import './stage-record.css';

/** The stages that a conversation came to, how and when, and what it found out. */
export const StageRecord = ({ of: { entered, fields } }: { readonly of: NonNullable<Call['stages']> }) => (
  <section class="card padded stack" aria-labelledby="call-stages">
    <h2 id="call-stages">{callStrings.stages}</h2>
    <ol class="stage-record">
      {entered.map(({ stage, at, by }, index) => (
        <li key={index}>
          <strong>{stage}</strong>{' '}
          <span class="soft">
            {callStrings.stageCauses[by]}, <Moment at={at} to="second" />
          </span>
        </li>
      ))}
    </ol>
    <Facts of={Object.entries(fields).map(([name, value]) => [name, String(value)])} />
  </section>
);
