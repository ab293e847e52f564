import { sharedStrings } from './strings.ts';
import './stage-legend.css';
import type { Stage } from './stages.ts';

/** Which colour is which stage; what is none of them is waiting. */
export const StageLegend = ({ of }: { readonly of: readonly Stage[] }) => (
  <ul class="stage-legend hint" aria-hidden="true">
    {[...of, 'rest' as const].map((stage) => (
      <li key={stage}>
        <span class={`stage ${stage}`} />
        {sharedStrings.stages[stage]}
      </li>
    ))}
  </ul>
);
