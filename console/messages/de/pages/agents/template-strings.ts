import type * as english from '../../../../src/pages/agents/template-strings.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  templateStrings: {
    title: 'Mit einer Vorlage beginnen',
    why: 'Gespräche in Phasen, auf Englisch. Sie brauchen weder Schlüssel noch Internet. Sagen Sie, was daneben steht.',
    names: { appointment: 'Termin', survey: 'Umfrage' },
    what: {
      appointment: 'Sagen Sie: “A haircut on Friday at ten please.” Danach: “No, on Saturday please.”',
      survey: 'Sagen Sie: “Yes”, danach eine englische Zahl von eins bis fünf.',
    },
  },
};
