import { invalid } from '../errors.ts';
import { isPlainText } from '../plain-text.ts';

/**
 * `api`: added by a request. `import`: a row of an imported list. `tool`, `keypad`: the person on a call asked for it.
 * `analysis`: the analysis of a call found that the person did.
 */
export type SuppressionSource = 'api' | 'import' | 'tool' | 'keypad' | 'analysis';

/**
 * A number that an organisation does not dial: an entry of its suppression list, the do-not-call list. `check-do-not-call.ts` asks
 * for it before contacts are dialled, and `start-outbound-call.ts` before single calls.
 */
export interface Suppression {
  readonly org_id: string;
  /** E.164. */
  readonly phone_number: string;
  /** Why, for people. Null: not given. */
  readonly reason: string | null;
  readonly source: SuppressionSource;
  /** The call in which the person asked for it. Absent: none. */
  readonly call_id?: string;
  readonly created_by: string;
  readonly created_at: string;
}

/** A suppression as its organisation sees it. */
export type SuppressionView = Omit<Suppression, 'org_id'>;

/** Maximum length of an organisation's suppression list. */
export const SUPPRESSIONS_MAX = 1_000_000;
const REASON_MAX = 200;

/** The reason as it is stored: one line. A blank one is null. */
export function suppressionReason(text: string | null | undefined): string | null {
  const reason = (text ?? '').trim();
  if (reason === '') return null;
  if (reason.length > REASON_MAX || !isPlainText(reason))
    throw invalid(`reason must be one line of at most ${REASON_MAX} characters`);
  return reason;
}

export const suppressionView = ({ org_id: _organisation, ...view }: Suppression): SuppressionView => view;
