import type * as english from '../../../src/shell/strings.ts';
import type { Translated } from '../../translated.ts';

export const texts: Translated<typeof english> = {
  strings: {
    navigation: 'Hauptnavigation',
    openNavigation: 'Navigation öffnen',
    closeNavigation: 'Navigation schließen',
    skip: 'Zum Inhalt springen',
    account: 'Konto und Organisation',
    signOut: 'Abmelden',
    endSessions: 'Alle Sitzungen beenden',
    organisations: 'Organisationen',
    reference: 'API-Referenz',
    home: 'Start',
    agents: 'Agenten',
    calls: 'Anrufe',
    campaigns: 'Kampagnen',
    rehearsals: 'Proben',
    costs: 'Kosten',
    knowledge: 'Wissen',
    credentials: 'Zugangsdaten',
    webhooks: 'Webhooks',
    members: 'Mitglieder',
    privacy: 'Datenschutz',
    switched: (name) => `Sie arbeiten jetzt in ${name}.`,
  },
};
