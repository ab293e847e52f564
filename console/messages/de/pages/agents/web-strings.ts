import { plural } from '../../../../src/format.ts';
import type * as english from '../../../../src/pages/agents/web-strings.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  webStrings: {
    wrong: (count) =>
      plural(
        count,
        'Ein Tool der Seite hat ein Problem: siehe Tab Webseiten.',
        `Die Tools der Seite haben ${count} Probleme: siehe Tab Webseiten.`,
      ),
    phoneAgent:
      'Nur Browser-Agenten lassen sich von Webseiten anrufen. Wählen Sie auf dem Tab Agent „Browser“, um diesen auf eine Seite zu bringen.',
    embed: 'Auf Ihrer Seite',
    embedHint:
      'Fügen Sie dies dort ein, wo der Agent erscheinen soll. Eine Schaltfläche öffnet ein Feld zum Sprechen oder Schreiben.',
    embedLater: 'Erstellen Sie zuerst den Agenten: Das Tag enthält seine ID.',
    ticket:
      'ticket-url ist eine Adresse Ihres Servers, unter dem Ursprung der Seite selbst. Dort fragt er POST /api/v1/calls/web nach einem Ticket, mit einem API-Schlüssel, den die Seite nie sieht.',
    open: 'Diese Runtime nimmt Anrufe ohne Ticket an. Ihre Seite muss in CORS_ORIGINS stehen. Mit WEB_CALLS=ticket hat das Tag ticket-url anstelle von socket-url.',
    copy: 'Tag kopieren',
    copied: 'Das Tag ist kopiert.',
    limits: 'Wer anrufen darf',
    limitsHint: 'Die Konsole ist nicht begrenzt. Leere Felder begrenzen nichts.',
    origins: 'Erlaubte Seiten',
    originsHint:
      'Eine Herkunft pro Zeile, etwa https://shop.example.com oder https://*.example.com. Leer: die Seiten, die der Betreiber erlaubt.',
    atOnce: 'Gleichzeitige Anrufe eines Besuchers',
    perHour: 'Anrufe eines Besuchers in einer Stunde',
    perMinute: 'Anrufe aller Besucher in einer Minute',
    visitorHint: 'Ihr Server nennt den Besucher, wenn er nach einem Ticket fragt.',
    tools: 'Tools der Seite',
    toolsHint:
      'Was das Modell auf der Seite tun kann, etwa ein Produkt zeigen. Die Seite hat eine Funktion mit demselben Namen.',
    none: 'Noch keine Tools.',
    add: 'Tool der Seite hinzufügen',
    unnamed: 'Neues Tool',
    edit: (name) => `${name} bearbeiten`,
    remove: (name) => `${name} entfernen`,
  },
};
