import type { CallShare } from '../../domain/agents/canary-evidence.ts';
import type { CanaryMeasure } from '../../domain/agents/canary-measures.ts';
import type { StoredCanary } from '../../domain/agents/canary.ts';
import { escapedHtml } from '../escaped-html.ts';
import type { Mail } from '../ports/mailer.ts';

interface RolledBack {
  readonly canary: StoredCanary;
  readonly agentName: string;
  readonly organisation: string;
  readonly publicAppUrl: string;
}

/** The mail that tells an admin that a version was rolled back, and by what. */
export function canaryMail(to: string, { canary, agentName, organisation, publicAppUrl }: RolledBack): Mail {
  const { version, base_version: base, agent_id, counts, worse_by } = canary;
  const fact = `Version ${version} of the agent ${agentName} of ${organisation} was rolled back. Calls run version ${base}.`;
  const found = worse_by === null ? '' : foundIn(worse_by, counts[worse_by], canary);
  const link = `${publicAppUrl}/agents/${agent_id}/versions`;
  return {
    to,
    subject: `Version ${version} of ${agentName} was rolled back`,
    text: [fact, found, `${ADVICE}\n\n${link}`, ''].join('\n\n'),
    html:
      `<p>${escapedHtml(fact)}</p>\n<p>${escapedHtml(found)}</p>\n` +
      `<p>${ADVICE}</p>\n<p><a href="${escapedHtml(link)}">Versions of the agent</a></p>\n`,
  };
}

const ADVICE =
  'Calls that had begun continue with the version that they run. All figures are on the page of the versions:';

const WORDS: Readonly<Record<CanaryMeasure, string>> = {
  early_hang_up: 'callers left early in',
  failed: 'the call failed in',
  unsuccessful: 'the analysis found no success in',
  interrupted: 'callers interrupted more than usual in',
  slow: 'replies were slower than usual in',
};

const foundIn = (
  measure: CanaryMeasure,
  { canary, published }: StoredCanary['counts'][CanaryMeasure],
  { version, base_version: base }: StoredCanary,
): string =>
  `With version ${version}, ${WORDS[measure]} ${partOf(canary)}, with version ${base} in ${partOf(published)}.`;

const partOf = ({ count, of }: CallShare): string => `${count} of ${of} calls`;
