import { formatShare } from '../../format.ts';
import { Badge } from '../../parts/badge.tsx';
import { TONE_OF_RUN, TONE_OF_VERDICT, type Run, type RunSide, type Verdict } from './rehearsal.ts';
import { runStrings, strings } from './strings.ts';

export const RunBadge = ({ state }: Pick<Run, 'state'>) => (
  <Badge tone={TONE_OF_RUN[state]}>{strings.states[state]}</Badge>
);

export const VerdictBadge = ({ verdict }: { readonly verdict: Verdict | null }) =>
  verdict === null ? (
    <span class="soft">{runStrings.missing}</span>
  ) : (
    <Badge tone={TONE_OF_VERDICT[verdict]}>{runStrings.verdicts[verdict]}</Badge>
  );

/** A share of runs that passed, and whether all did. */
export const PassRate = ({ share }: { readonly share: number | null }) =>
  share === null ? (
    <span class="soft">{runStrings.nothing}</span>
  ) : (
    <Badge tone={share === 1 ? 'good' : 'bad'}>{formatShare(share)}</Badge>
  );

/** The agent of a side in a few words. */
export function sideName({ version, is_draft, title }: Pick<RunSide, 'version' | 'is_draft' | 'title'>): string {
  if (is_draft) return strings.draft;
  return version === null ? title : strings.version(version);
}

/** The agents of a run. */
export const sidesOf = ({ sides }: Pick<Run, 'sides'>): string => {
  const [a, b] = sides.map(sideName);
  return b === undefined ? (a ?? '') : strings.against(a ?? '', b);
};
