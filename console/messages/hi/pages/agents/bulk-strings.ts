import type * as english from '../../../../src/pages/agents/bulk-strings.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  bulkStrings: {
    filters: 'एजेंट फ़िल्टर करें',
    archive: 'ये न कॉल उठाएँगे, न करेंगे, और इनके कैंपेन रुक जाएँगे। नंबर, सेटिंग और कॉल बने रहेंगे। आप इन्हें बहाल कर सकते हैं।',
    restore: 'ये फिर से कॉल उठाएँगे और करेंगे। रुके हुए कैंपेन तब तक रुके रहेंगे जब तक आप उन्हें फिर शुरू न करें।',
    remove: 'इनके नंबर छोड़ दिए जाएँगे और टेलीफ़ोनी प्रोवाइडर पर इनके ऐप्लिकेशन हट जाएँगे। इनके कॉल बने रहेंगे। इसे पलटा नहीं जा सकता।',
  },
};
