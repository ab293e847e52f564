import { Badge } from '../../parts/badge.tsx';
import { standingOf, toneOfStanding, type Endpoint } from './endpoint.ts';
import { strings } from './strings.ts';

/** How an endpoint stands, in a word. */
export function Standing({ endpoint }: { readonly endpoint: Endpoint }) {
  const standing = standingOf(endpoint);
  return <Badge tone={toneOfStanding[standing]}>{strings.states[standing]}</Badge>;
}
