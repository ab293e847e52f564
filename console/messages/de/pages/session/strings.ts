import type * as english from '../../../../src/pages/session/strings.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  strings: {
    logIn: 'Anmelden',
    logInLead: 'Willkommen zurück.',
    newHere: 'Neu hier?',
    signUp: 'Konto erstellen',
    forgot: 'Passwort vergessen?',
    expired: 'Ihre Sitzung ist abgelaufen. Melden Sie sich wieder an, um dort weiterzumachen, wo Sie waren.',
    ssoTitle: 'Single Sign-on',
    ssoLead: 'Melden Sie sich beim Identitätsanbieter Ihrer Organisation an.',
    ssoContinue: 'Weiter',
    ssoLink: 'Weiter mit Single Sign-on',
    ssoFinishing: 'Die Antwort Ihres Identitätsanbieters wird geprüft.',
    ssoElsewhere: 'Diese Anmeldung wurde nicht in diesem Tab begonnen. Beginnen Sie noch einmal.',
    ssoAgain: 'Noch einmal beginnen',
    signUpLead: 'In einer Minute zur eigenen Organisation.',
    signUpClosed: 'Die Registrierung ist geschlossen',
    signUpClosedLead: 'Bitten Sie einen Admin Ihrer Organisation um eine Einladung.',
    organisation: 'Organisation',
    organisationHint: 'Die Organisation, für die Ihre Agenten sprechen. Sie können später andere einladen.',
    known: 'Sie haben schon ein Konto?',
    forgotTitle: 'Passwort vergessen?',
    forgotLead: 'Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort festlegen.',
    forgotSend: 'Link senden',
    forgotSent: (email) =>
      `Falls es zu ${email} ein Konto gibt, haben wir eine E-Mail mit einem Link gesendet. Der Link gilt eine Stunde.`,
    backToLogIn: 'Zurück zur Anmeldung',
    resetTitle: 'Neues Passwort wählen',
    resetLead: 'Es ersetzt Ihr altes Passwort.',
    newPassword: 'Neues Passwort',
    resetSet: 'Passwort festlegen',
    resetDone: 'Ihr Passwort ist festgelegt. Sie können sich jetzt anmelden.',
    resetIncomplete:
      'Dieser Link ist unvollständig. Öffnen Sie ihn noch einmal aus der E-Mail oder fordern Sie einen neuen an.',
    askAgain: 'Neuen Link anfordern',
  },
};
