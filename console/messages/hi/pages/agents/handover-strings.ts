import type * as english from '../../../../src/pages/agents/handover-strings.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  handoverStrings: {
    title: 'दूसरे एजेंट को सौंपना',
    hint: 'मॉडल उसी कॉल में बातचीत इनमें से किसी एजेंट को सौंप सकता है। दूसरा एजेंट अपने प्रकाशित वर्शन में चलता है।',
    none: 'अभी कोई लक्ष्य नहीं।',
    add: 'एजेंट जोड़ें',
    newTarget: 'नया लक्ष्य',
    nameHint: 'छोटे अंग्रेज़ी अक्षर, अंक और अंडरस्कोर, जैसे billing।',
    agent: 'एजेंट',
    choose: 'एजेंट चुनें',
    gone: (id) => `${id} (ऐसा कोई सक्रिय एजेंट नहीं)`,
    description: 'कब सौंपें',
    descriptionHint: 'मॉडल को बताता है।',
    say: 'पहले क्या बोला जाए',
    sayHint: 'अगर मॉडल कुछ न बोले।',
    context: 'दूसरा एजेंट बातचीत के बारे में क्या जाने',
    fields: 'फ़ील्ड',
    fieldsHint: 'दूसरे एजेंट को प्रॉम्प्ट में और {{name}} के रूप में क्या मिले। मान मॉडल देता है, या उस नाम से पहले से पता होते हैं।',
    mayReturn: 'वह कॉल वापस सौंप सकता है',
  },
};
