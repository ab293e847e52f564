import type * as english from '../../../../src/pages/home/strings.ts';
import { formatCount, plural } from '../../../../src/format.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  strings: {
    title: 'Start',
    firstSteps: 'Erste Schritte',
    isDone: 'erledigt',
    template: 'Mit einer Vorlage beginnen',
    steps: {
      agent: {
        title: 'Agenten erstellen',
        why: 'Geben Sie ihm einen Prompt und eine Stimme oder nehmen Sie den Beispielagenten.',
      },
      talk: { title: 'Mit ihm sprechen', why: 'Mit dem Mikrofon dieses Computers.' },
      knowledge: { title: 'Dokumente hochladen', why: 'Dateien und Webseiten, aus denen der Agent antwortet.' },
      number: { title: 'Rufnummer zuweisen', why: 'Der Agent nimmt dort Anrufe an und ruft von dort an.' },
      campaign: { title: 'Kontaktliste anrufen', why: 'Eine Kampagne wählt, wiederholt und berichtet.' },
    },
    live: 'Gerade aktiv',
    liveNote: 'laufende Anrufe',
    attempted: 'Anrufe',
    allTime: 'insgesamt',
    allTimeBut: (silent) =>
      `insgesamt, ohne ${silent} ${plural(silent, 'anonymen Anruf', 'anonyme Anrufe')} ohne Sprache`,
    rate: 'Verbunden',
    trend: (points) =>
      `${points > 0 ? '+' : ''}${formatCount(points)} ${plural(Math.abs(points), 'Prozentpunkt', 'Prozentpunkte')} zur Vorwoche`,
    length: 'Mittlere Dauer',
    ofConnected: 'der verbundenen Anrufe',
    latency: 'Antwortlatenz',
    latencyNote: (calls) => plural(calls, 'im letzten Anruf', `Durchschnitt der letzten ${calls} Anrufe`),
    perDay: (days) => plural(days, 'Anrufe von heute', `Anrufe der letzten ${days} Tage`),
    since: (count, moment) => `Die neuesten ${formatCount(count)} Anrufe, seit ${moment}.`,
    day: 'Tag',
    howEnded: 'Wie Anrufe endeten',
    noCalls: 'An diesen Tagen gab es keine Anrufe.',
    newest: (count) => plural(count, 'Der neueste Anruf.', `Die neuesten ${formatCount(count)} Anrufe.`),
    outcomes: {
      answered: 'Angenommen',
      busy: 'Besetzt oder abgelehnt',
      noAnswer: 'Keine Antwort oder Mailbox',
      failed: 'Fehlgeschlagen',
      other: 'Sonstige',
    },
    notAnswered: 'Nicht angenommen',
    busiest: 'Aktivste Agenten',
    models: 'Meistgenutzte Modelle',
    latest: 'Neueste Anrufe',
  },
  outcomeStrings: {
    title: 'Ergebnisse',
    byAgent: 'Erfolg nach Agent',
    success: { yes: 'Erfolg', no: 'Kein Erfolg', unknown: 'Unbekannt' },
    notJudged: 'Kein Anruf wurde bewertet: Kein Agent hat ein Erfolgskriterium.',
    counts: (analysed, pending, failed) => `${analysed} analysiert, ${pending} ausstehend, ${failed} fehlgeschlagen.`,
    openFailed: 'Anrufe ohne Erfolg öffnen',
    rate: (percent, analysed) => `${percent} % von ${analysed} analysierten`,
    analysedOnly: (analysed) => `${analysed} analysiert`,
  },
};
