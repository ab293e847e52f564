import type * as english from '../../../../src/pages/agents/privacy-strings.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  privacyStrings: {
    recording: 'Aufnahme',
    mode: 'Anrufe aufnehmen',
    modes: { on: 'Immer', consent: 'Nach Zustimmung des Anrufers', off: 'Nie' },
    consentHint:
      'Der Agent fragt vor der Begrüßung. Aufgenommen wird nur, was nach einem Ja zu hören ist. Ein Nein, keine und eine unklare Antwort bedeuten keine Aufnahme; ein Anrufer kann sie später stoppen lassen. Transkripte bleiben in jedem Fall.',
    question: 'Frage',
    questionHint:
      'Leer: der Satz der Sprache des Agenten, etwa „Darf ich diesen Anruf aufnehmen? Bitte sagen Sie ja oder nein.“ Pflicht in Sprachen ohne einen solchen Satz. Platzhalter wie in der Begrüßung.',
    wait: 'Auf Antwort warten (Sekunden)',
    waitHint: 'Leer: 6.',
    redaction: 'Schwärzung',
    redactionHint:
      'Wird vor dem Speichern aus Transkripten, Tool-Aufrufen und Analysen entfernt und in Aufnahmen stummgeschaltet, wo die Spracherkennung die Zeiten der Wörter meldet.',
    leftOut: 'Entfernen',
    kinds: {
      card_number: 'Kartennummern',
      account_number: 'Kontonummern (IBAN)',
      email: 'E-Mail-Adressen',
      phone_number: 'Telefonnummern',
    },
    variables: 'Werte von Variablen entfernen',
    noVariables: 'Der Agent hat keine Variablen.',
  },
};
