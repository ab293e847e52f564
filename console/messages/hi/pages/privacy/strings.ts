import type * as english from '../../../../src/pages/privacy/strings.ts';
import { formatCount } from '../../../../src/format.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  strings: {
    title: 'प्राइवेसी',
    lead: 'कॉल से बना डेटा यह संगठन कितने समय रखता है और वह कैसे मिटाया जाता है।',
    retention: 'रखने की अवधि',
    retentionLead:
      'कॉल शुरू होने से दिनों में। इससे पुराना डेटा हर घंटे मिटाया जाता है और वापस नहीं आ सकता। खाली फ़ील्ड का मतलब है कोई सीमा नहीं।',
    fields: {
      recordings_days: 'रिकॉर्डिंग',
      transcripts_days: 'ट्रांसक्रिप्ट',
      calls_days: 'कॉल, उनसे जुड़े सारे डेटा के साथ',
    },
    bounds: (minimum, maximum) => `${minimum} से ${maximum} तक की पूर्ण संख्या, या कुछ नहीं।`,
    onlyAdmins: 'इसे सिर्फ़ एडमिन बदल सकते हैं।',
    save: 'सेव करें',
    saved: 'रखने की अवधि सेव हो गई।',
    erasures: {
      title: 'डेटा मिटाना',
      lead: 'किसी फ़ोन नंबर का सारा डेटा मिटाता है: रिकॉर्डिंग और ट्रांसक्रिप्ट के साथ कॉल, कॉन्टैक्ट, कॉन्टैक्ट सूचियों की पंक्तियाँ और इवेंट। यह वापस नहीं आ सकता। रोक सूची की प्रविष्टि बनी रहती है, ताकि नंबर पर दोबारा कॉल न हो।',
      number: 'फ़ोन नंबर',
      numberHint: 'देश के कोड के साथ, जैसे +14155550100।',
      eraseNumber: 'नंबर का डेटा मिटाएँ',
      confirmNumber: (number) =>
        `${number} के बारे में सेव सारा डेटा मिट जाएगा। वह वापस नहीं आ सकता। चालू कॉल समाप्त होने पर मिटाए जाएँगे।`,
      eraseOrganisation: 'सारा डेटा मिटाएँ',
      organisationLead:
        'इस संगठन का सारा डेटा मिटाता है: एजेंट, कॉल, कैंपेन, कॉन्टैक्ट सूचियाँ, दस्तावेज़, क्रेडेंशियल, API कुंजियाँ और सेटिंग। सदस्य और ऑडिट लॉग बने रहते हैं।',
      confirmOrganisation: 'इस संगठन का सारा डेटा मिट जाएगा और वापस नहीं आ सकेगा। पुष्टि के लिए संगठन की ID डालें:',
      organisationId: 'संगठन की ID',
      requested: 'मिटाना शुरू हो गया।',
      caption: 'इस संगठन में मिटाया गया डेटा',
      of: 'किसका',
      organisation: 'सारा डेटा',
      state: 'स्थिति',
      pending: 'चालू',
      done: 'पूरा',
      waiting: (count) => `उपयोग में ${formatCount(count)} का इंतज़ार`,
      erased: 'मिटाया गया',
      counts: {
        calls: 'कॉल',
        contacts: 'कॉन्टैक्ट',
        contact_lists: 'कॉन्टैक्ट सूचियाँ',
        campaigns: 'कैंपेन',
        documents: 'दस्तावेज़',
        records: 'दूसरे रिकॉर्ड',
      },
      nothing: 'कुछ नहीं',
      at: 'अनुरोध का समय',
      cancel: 'रद्द करें',
    },
  },
};
