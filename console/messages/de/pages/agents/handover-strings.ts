import type * as english from '../../../../src/pages/agents/handover-strings.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  handoverStrings: {
    title: 'Übergabe an einen anderen Agenten',
    hint: 'Das Modell kann das Gespräch im Anruf an einen dieser Agenten übergeben. Der andere Agent läuft in seiner veröffentlichten Version.',
    none: 'Noch keine Ziele.',
    add: 'Agenten hinzufügen',
    newTarget: 'Neues Ziel',
    nameHint: 'Kleinbuchstaben, Ziffern und Unterstriche, etwa billing.',
    agent: 'Agent',
    choose: 'Agenten wählen',
    gone: (id) => `${id} (kein aktiver Agent)`,
    description: 'Wann übergeben',
    descriptionHint: 'Sagt es dem Modell.',
    say: 'Ansage davor',
    sayHint: 'Falls das Modell nichts sagt.',
    context: 'Was der andere Agent vom Gespräch weiß',
    fields: 'Felder',
    fieldsHint:
      'Was der andere Agent bekommt, im Prompt und als {{name}}. Die Werte gibt das Modell an, oder sie sind unter dem Namen schon bekannt.',
    mayReturn: 'Er darf den Anruf zurückgeben',
  },
};
