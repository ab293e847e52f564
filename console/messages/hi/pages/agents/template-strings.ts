import type * as english from '../../../../src/pages/agents/template-strings.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  templateStrings: {
    title: 'टेम्प्लेट से शुरू करें',
    why: 'चरणों वाली बातचीत, अंग्रेज़ी में। इन्हें न कुंजी चाहिए, न इंटरनेट। जो साथ में लिखा है, वही बोलें।',
    names: { appointment: 'अपॉइंटमेंट', survey: 'सर्वे' },
    what: {
      appointment: 'बोलें: “A haircut on Friday at ten please.” फिर: “No, on Saturday please.”',
      survey: 'बोलें: “Yes”, फिर अंग्रेज़ी में एक से पाँच तक कोई संख्या।',
    },
  },
};
