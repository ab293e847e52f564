import type * as english from '../../../../src/pages/numbers/strings.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  strings: {
    title: 'Rufnummern',
    lead: 'Rufnummern, unter denen Ihre Agenten Anrufe annehmen und von denen sie anrufen.',
    none: 'Noch keine Rufnummern',
    noneWhy: 'Weisen Sie eine Nummer Ihres Carrier-Kontos zu und wählen Sie den Agenten, der sie annimmt.',
    attach: 'Rufnummer zuweisen',
    attachIt: 'Zuweisen',
    attached: (number) => `${number} ist zugewiesen.`,
    toAgent: 'Agent zuordnen',
    number: 'Rufnummer',
    agent: 'Agent',
    noAgent: 'Noch kein Agent',
    carrier: 'Carrier',
    rest: 'In Kampagnen',
    changed: 'Geändert',
    choose: 'Nummer wählen',
    manage: (number) => `${number} verwalten`,
    detach: 'Lösen',
    detachTitle: (number) => `${number} lösen?`,
    detachConsequence: (agent) => `${agent} nimmt dort keine Anrufe mehr an. Die Nummer behalten Sie.`,
    detachMany: 'Ihre Agenten nehmen dort nicht mehr ab. Sie behalten die Rufnummern.',
    filters: 'Rufnummern filtern',
    search: 'Rufnummer oder Agent',
    detached: (number) => `${number} ist gelöst.`,
    noCarrier: 'Speichern Sie zuerst die Zugangsdaten Ihres Carriers.',
    simulator:
      'Noch kein Carrier-Konto? Nutzen Sie den eingebauten „Simulierter Carrier“ mit beliebiger ID aus Buchstaben und Ziffern und beliebigem Token.',
    toCredentials: 'Zugangsdaten speichern',
    noneHeld: 'Das Carrier-Konto hat keine freie Nummer.',
    noAgents: 'Kein Telefonagent dieses Carriers ist frei. Sie können die Nummer ohne Agenten zuweisen.',
    agentHint: 'Freie Telefonagenten dieses Carriers.',
  },
};
