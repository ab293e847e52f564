import type * as english from '../../../src/shell/strings.ts';
import type { Translated } from '../../translated.ts';

export const texts: Translated<typeof english> = {
  strings: {
    navigation: 'मुख्य नेविगेशन',
    openNavigation: 'नेविगेशन खोलें',
    closeNavigation: 'नेविगेशन बंद करें',
    skip: 'सामग्री पर जाएँ',
    account: 'खाता और संगठन',
    signOut: 'साइन आउट करें',
    endSessions: 'सभी सेशन समाप्त करें',
    organisations: 'संगठन',
    reference: 'API संदर्भ',
    home: 'होम',
    agents: 'एजेंट',
    calls: 'कॉल',
    campaigns: 'कैंपेन',
    rehearsals: 'रिहर्सल',
    costs: 'लागत',
    knowledge: 'नॉलेज',
    credentials: 'क्रेडेंशियल',
    webhooks: 'वेबहुक',
    members: 'सदस्य',
    privacy: 'प्राइवेसी',
    switched: (name) => `अब आप ${name} में काम कर रहे हैं।`,
  },
};
