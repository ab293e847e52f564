import type * as english from '../../../../src/pages/numbers/strings.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  strings: {
    title: 'नंबर',
    detachMany: 'उनके एजेंट अब उन पर कॉल नहीं उठाएँगे। नंबर आपके पास रहेंगे।',
    filters: 'नंबर फ़िल्टर करें',
    search: 'नंबर या एजेंट',
    lead: 'फ़ोन नंबर, जिन पर आपके एजेंट कॉल उठाते हैं और जिनसे कॉल करते हैं।',
    none: 'अभी कोई नंबर नहीं',
    noneWhy: 'अपने कैरियर खाते का नंबर जोड़ें और वह एजेंट चुनें जो उसे उठाए।',
    attach: 'नंबर जोड़ें',
    attachIt: 'जोड़ें',
    attached: (number) => `${number} जुड़ गया।`,
    toAgent: 'एजेंट तय करें',
    number: 'नंबर',
    agent: 'एजेंट',
    noAgent: 'अभी कोई एजेंट नहीं',
    carrier: 'कैरियर',
    rest: 'कैंपेन में',
    changed: 'बदला गया',
    choose: 'नंबर चुनें',
    manage: (number) => `${number} को सँभालें`,
    detach: 'अलग करें',
    detachTitle: (number) => `${number} को अलग करें?`,
    detachConsequence: (agent) => `${agent} अब उस पर कॉल नहीं उठाएगा। नंबर आपके पास रहेगा।`,
    detached: (number) => `${number} अलग हो गया।`,
    noCarrier: 'पहले अपने कैरियर के क्रेडेंशियल सेव करें।',
    simulator:
      'अभी कैरियर खाता नहीं है? बिल्ट-इन “सिम्युलेटेड कैरियर” इस्तेमाल करें, अक्षरों और अंकों की कोई भी ID और कोई भी टोकन चलेगा।',
    toCredentials: 'क्रेडेंशियल सेव करें',
    noneHeld: 'कैरियर खाते में कोई खाली नंबर नहीं है।',
    noAgents: 'इस कैरियर का कोई टेलीफ़ोन एजेंट खाली नहीं है। आप बिना एजेंट के भी नंबर जोड़ सकते हैं।',
    agentHint: 'इस कैरियर के खाली टेलीफ़ोन एजेंट।',
  },
};
