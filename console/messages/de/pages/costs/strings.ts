import type * as english from '../../../../src/pages/costs/strings.ts';
import { formatCount, plural } from '../../../../src/format.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  strings: {
    title: 'Kosten',
    lead: 'Was die Anrufe dieser Organisation bei ihren Anbietern kosten, nach der Preistabelle des Betreibers.',
    spent: 'Diesen Monat ausgegeben',
    ofBudget: (share, amount) => `${formatCount(share)} % des Budgets von ${amount}`,
    noBudget: 'Kein Budget festgelegt',
    calls: 'Anrufe',
    callsNote: 'mit erfassten Kosten, diesen Monat',
    average: 'Durchschnitt pro Anruf',
    averageNote: 'diesen Monat',
    estimated: 'Geschätzt',
    estimatedNote: 'des Betrags: Anbieter meldeten keinen Verbrauch',
    unpriced: (calls) =>
      `${plural(calls, '1 Anruf', `${formatCount(calls)} Anrufe`)} dieses Monats mit Verbrauch ohne Preis. Die Beträge sind um so viel zu niedrig.`,
    stopped:
      'Das Budget dieses Monats ist ausgegeben: Kein neuer Anruf beginnt, bis der Monat endet oder ein Admin das Budget erhöht.',
    months: 'Die letzten zwölf Monate',
    month: 'Monat',
    reported: (currency) => `Nach gemeldetem Verbrauch, in ${currency}`,
    guessed: (currency) => `Nach geschätztem Verbrauch, in ${currency}`,
    groups: 'Wofür',
    tabs: { agent: 'Agenten', campaign: 'Kampagnen', vendor: 'Anbieter' },
    period: 'Zeitraum',
    periods: { now: 'Dieser Monat', before: 'Letzter Monat', year: 'Letzte zwölf Monate' },
    none: 'Keine Kosten in diesem Zeitraum.',
    noCampaign: 'Anrufe außerhalb von Kampagnen',
    removed: (id) => `${id} (gelöscht)`,
    used: 'Verbrauch',
    callCount: 'Anrufe',
    amount: 'Betrag',
    share: 'Geschätzt',
    notPriced: 'Anrufe ohne Preis',
    first: (shown, total) => `Die ${shown} größten von ${formatCount(total)}. API und Kommandozeile listen alle.`,
    budget: 'Budget',
    budgetLead:
      'Für jeden Kalendermonat, in UTC. Admins bekommen bei jeder Schwelle eine E-Mail. Verbrauch ohne Preis zählt nicht.',
    budgetAmount: (currency) => `Betrag pro Monat, in ${currency}`,
    budgetAmountHint: 'Leer: kein Budget.',
    amountWrong: 'Eine Dezimalzahl mit höchstens zwei Nachkommastellen, etwa 250 oder 250.50, oder nichts.',
    thresholds: 'Warnen bei, in Prozent',
    thresholdsHint: 'Ganze Zahlen, mit Kommas getrennt.',
    thresholdsWrong: 'Höchstens zehn ganze Zahlen von 1 bis 200, mit Kommas getrennt, etwa 50, 80, 100.',
    hardStop: 'Harte Grenze',
    hardStopHint:
      'Ist der Betrag ausgegeben, beginnt kein neuer Anruf, und Kampagnen pausieren. Laufende Anrufe gehen weiter; die Summe kann den Betrag um deren Kosten übersteigen.',
    otherCurrency: (own, prices) =>
      `Dieses Budget ist in ${own}, aber die Preise sind jetzt in ${prices}. Neue Anrufe zählen nicht dazu. Speichern Sie es erneut, um es in ${prices} festzulegen.`,
    onlyAdmins: 'Nur Admins können das ändern.',
    save: 'Speichern',
    saved: 'Budget gespeichert.',
  },
};
