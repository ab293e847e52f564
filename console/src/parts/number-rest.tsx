import type { components } from '../api.ts';
import { formatShare } from '../format.ts';
import { Badge } from './badge.tsx';
import { Moment } from './moment.tsx';
import { sharedStrings } from './strings.ts';

export type Rest = components['schemas']['NumberRest'];

/** Until when and why a number rests. */
export const NumberRest = ({ rest }: { readonly rest: Rest }) => (
  <>
    <Badge tone="warn">{sharedStrings.rests}</Badge> {sharedStrings.until} <Moment at={rest.until} />
    <p class="hint">{sharedStrings.restsWhy(rest.answered, rest.calls, formatShare(rest.min_answer_rate))}</p>
  </>
);
