import type * as english from '../../../../src/pages/agents/web-strings.ts';
import { plural } from '../../../../src/format.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  webStrings: {
    wrong: (count) => `पेज के टूल में ${count} ${plural(count, 'समस्या है', 'समस्याएँ हैं')}: वेब पेज टैब देखें।`,
    phoneAgent: 'वेब पेज सिर्फ़ ब्राउज़र एजेंट को कॉल कर सकते हैं। इसे पेज पर लगाने के लिए एजेंट टैब में “ब्राउज़र” चुनें।',
    embed: 'आपके पेज पर',
    embedHint: 'इसे वहाँ लगाएँ जहाँ एजेंट दिखना चाहिए। बटन से बोलने या लिखने का पैनल खुलता है।',
    embedLater: 'पहले एजेंट बनाएँ: टैग में उसकी ID होती है।',
    ticket:
      'ticket-url आपके सर्वर का पता है, उसी ओरिजिन पर जिस पर पेज है। वहाँ वह POST /api/v1/calls/web से टिकट माँगता है, ऐसी API कुंजी से जो पेज को कभी नहीं दिखती।',
    open: 'यह रनटाइम बिना टिकट के कॉल लेता है। आपका पेज CORS_ORIGINS में होना चाहिए। WEB_CALLS=ticket के साथ टैग में socket-url की जगह ticket-url होता है।',
    copy: 'टैग कॉपी करें',
    copied: 'टैग कॉपी हो गया।',
    limits: 'कौन कॉल कर सकता है',
    limitsHint: 'कंसोल पर कोई सीमा नहीं है। खाली फ़ील्ड कोई सीमा नहीं लगाते।',
    origins: 'अनुमति वाले पेज',
    originsHint:
      'हर लाइन में एक ऑरिजिन, जैसे https://shop.example.com या https://*.example.com। खाली: वे पेज जिनकी अनुमति ऑपरेटर देता है।',
    atOnce: 'एक विज़िटर के एक साथ कॉल',
    perHour: 'एक घंटे में एक विज़िटर के कॉल',
    perMinute: 'एक मिनट में सभी विज़िटर के कॉल',
    visitorHint: 'टिकट माँगते समय आपका सर्वर विज़िटर बताता है।',
    tools: 'पेज के टूल',
    toolsHint: 'मॉडल पेज में क्या कर सकता है, जैसे कोई प्रॉडक्ट दिखाना। पेज में उसी नाम का फ़ंक्शन होता है।',
    none: 'अभी कोई टूल नहीं।',
    add: 'पेज का टूल जोड़ें',
    unnamed: 'नया टूल',
    edit: (name) => `${name} संपादित करें`,
    remove: (name) => `${name} हटाएँ`,
  },
};
