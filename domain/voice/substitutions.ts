import type { AgentSpeechSettings } from '../agents/speech.ts';
import { withoutOverlaps, type Normaliser } from '../normalisation/normaliser.ts';
import type { PronunciationFinder } from './pronunciation.ts';
import type { Substitution } from './speech-form.ts';

/** Finds what a voice says in other words than those written, in order. */
export type SubstitutionFinder = (text: string, needsNormalisation: boolean) => Substitution[];

/** The agent's own terms, and besides them the spoken forms of numbers, dates and addresses, where the voice needs them. */
export function substitutions(
  pronunciations: PronunciationFinder,
  normalise: Normaliser,
  normalisation: AgentSpeechSettings['normalisation'] = 'auto',
): SubstitutionFinder {
  if (normalisation === 'off') return pronunciations;
  return (text, needsNormalisation) => {
    const terms = pronunciations(text);
    if (normalisation === 'auto' && !needsNormalisation) return terms;
    const forms = withoutOverlaps(normalise(text), terms);
    return [...terms, ...forms].toSorted((one, other) => one.from - other.from);
  };
}
