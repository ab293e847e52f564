import type * as english from '../../../../src/pages/agents/speech-strings.ts';
import { formatCount, plural } from '../../../../src/format.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  speechStrings: {
    pronunciations: 'Aussprache',
    pronunciationsHint:
      'Wie die Stimme Namen und Begriffe ausspricht. Nur ganze Wörter werden ersetzt; Transkripte und Untertitel behalten den Begriff. Ein kleingeschriebener Begriff gilt auch großgeschrieben.',
    noPronunciations: 'Noch keine Begriffe.',
    term: 'Begriff',
    sayAs: 'Sprechen als',
    phonemes: 'IPA',
    phonemesHint: 'Für Stimmen, die IPA verstehen. Optional.',
    addPronunciation: 'Begriff hinzufügen',
    removePronunciation: (term) => `${term} entfernen`,
    normalisation: 'Zahlen, Daten und Adressen',
    normalisationHint:
      'Manche Stimmen lesen „12,50 €“, „24.11.2026“ oder E-Mail-Adressen schlecht vor. Die Plattform kann sie in Worten ausschreiben; Transkripte und Untertitel behalten die Schreibweise.',
    normalisationMode: 'In Worten ausschreiben',
    normalisations: {
      auto: 'Für Stimmen, die es brauchen',
      on: 'Für jede Stimme',
      off: 'Nie',
    },
    ambientSound: 'Hintergrundgeräusch',
    ambientSoundHint:
      'Ein leiser Hintergrund unter und zwischen den Worten des Agenten, damit die Leitung nicht tot klingt. Er ist nicht in der Aufnahme.',
    ambientSoundName: 'Geräusch',
    ambientSounds: { '': 'Keins', room: 'Ruhiger Raum', office: 'Raum mit Tippen' },
    ambientLevel: 'Pegel (dB)',
    ambientLevelHint: 'Von -70 bis -30. Die Stimme liegt bei etwa -20.',
    learnedWaits: 'Aus Anrufen gelernte Wartezeiten',
    learnedWaitsHint:
      'Die Pausen der Anrufer in den letzten Anrufen dieses Agenten zeigen, welche Wartezeiten seltener in Pausen hinein oder schneller antworten würden. Nichts ändert sich, bis Sie den Vorschlag übernehmen und den Agenten speichern.',
    learn: 'Aus Anrufen lernen',
    applyWaits: 'Diese Wartezeiten nutzen',
    noProposal: (calls) =>
      calls === 0
        ? 'Noch hat kein Anruf dieses Agenten Pausen.'
        : `Die Pausen in ${plural(calls, '1 Anruf', `${calls} Anrufen`)} zeigen keine bessere Wartezeit als die jetzigen.`,
    wordsBefore: 'Nach Worten, die so aussehen',
    currentWait: 'Jetzt',
    proposedWait: 'Vorschlag',
    learnedFrom: 'Gelernt aus',
    wordsOf: (look, language) => `${look} (${language})`,
    milliseconds: (ms) => `${formatCount(ms)} ms`,
    sample: (pauses, ends) =>
      `${plural(pauses, '1 Pause', `${pauses} Pausen`)} in Redebeiträgen, ${plural(ends, '1 Ende', `${ends} Enden`)}`,
    effect: (calls) => `Wirkung auf ${plural(calls, '1 anderen Anruf', `${calls} andere Anrufe`)}`,
    effectOn: 'Messgröße',
    answersIntoPauses: 'Antworten in Pausen von Redebeiträgen',
    averageWait: 'Durchschnittliche Wartezeit nach einem Ende, über die Endpointing-Verzögerung hinaus',
    share: (part, whole) => `${part} von ${whole}`,
    waitsApplied:
      'Die Wartezeiten stehen im Abschnitt oben. Sie gelten ab dem nächsten Anruf, sobald der Agent gespeichert ist.',
  },
};
