import type * as english from '../../../../src/pages/privacy/strings.ts';
import { formatCount } from '../../../../src/format.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  strings: {
    title: 'Datenschutz',
    lead: 'Wie lange diese Organisation behält, was Anrufe hinterlassen, und wie es gelöscht wird.',
    retention: 'Aufbewahrung',
    retentionLead:
      'In Tagen ab Beginn eines Anrufs. Älteres wird stündlich gelöscht und lässt sich nicht wiederherstellen. Ein leeres Feld behält unbegrenzt.',
    fields: {
      recordings_days: 'Aufnahmen',
      transcripts_days: 'Transkripte',
      calls_days: 'Anrufe, mit allem, was dazugehört',
    },
    bounds: (minimum, maximum) => `Eine ganze Zahl von ${minimum} bis ${maximum}, oder nichts.`,
    onlyAdmins: 'Nur Admins können das ändern.',
    save: 'Speichern',
    saved: 'Aufbewahrung gespeichert.',
    erasures: {
      title: 'Löschung',
      lead: 'Löscht alles zu einer Telefonnummer: Anrufe mit Aufnahmen und Transkripten, Kontakte, Zeilen von Kontaktlisten und Ereignisse. Es lässt sich nicht wiederherstellen. Ein Eintrag der Sperrliste bleibt, damit die Nummer nicht wieder angerufen wird.',
      number: 'Telefonnummer',
      numberHint: 'Mit Ländervorwahl, etwa +14155550100.',
      eraseNumber: 'Nummer löschen',
      confirmNumber: (number) =>
        `Alles, was zu ${number} gespeichert ist, wird gelöscht. Es lässt sich nicht wiederherstellen. Laufende Anrufe werden gelöscht, wenn sie beendet sind.`,
      eraseOrganisation: 'Alle Daten löschen',
      organisationLead:
        'Löscht alle Daten dieser Organisation: Agenten, Anrufe, Kampagnen, Kontaktlisten, Dokumente, Zugangsdaten, API-Schlüssel und Einstellungen. Mitglieder und Audit-Protokoll bleiben.',
      confirmOrganisation:
        'Alle Daten dieser Organisation werden endgültig gelöscht. Geben Sie zur Bestätigung die ID der Organisation ein:',
      organisationId: 'ID der Organisation',
      requested: 'Die Löschung hat begonnen.',
      caption: 'Löschungen dieser Organisation',
      of: 'Von',
      organisation: 'Alle Daten',
      state: 'Status',
      pending: 'Läuft',
      done: 'Fertig',
      waiting: (count) => `Wartet auf ${formatCount(count)} in Gebrauch`,
      erased: 'Gelöscht',
      counts: {
        calls: 'Anrufe',
        contacts: 'Kontakte',
        contact_lists: 'Kontaktlisten',
        campaigns: 'Kampagnen',
        documents: 'Dokumente',
        records: 'andere Datensätze',
      },
      nothing: 'nichts',
      at: 'Angefordert',
      cancel: 'Abbrechen',
    },
  },
};
