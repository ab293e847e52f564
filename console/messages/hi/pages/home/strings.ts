import type * as english from '../../../../src/pages/home/strings.ts';
import { formatCount } from '../../../../src/format.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  strings: {
    title: 'होम',
    firstSteps: 'पहले कदम',
    isDone: 'हो गया',
    template: 'टेम्प्लेट से शुरू करें',
    steps: {
      agent: { title: 'एजेंट बनाएँ', why: 'उसे प्रॉम्प्ट और आवाज़ दें, या शुरुआती एजेंट इस्तेमाल करें।' },
      talk: { title: 'उससे बात करें', why: 'इस कंप्यूटर के माइक्रोफ़ोन से।' },
      knowledge: { title: 'दस्तावेज़ अपलोड करें', why: 'फ़ाइलें और वेब पेज, जिनसे एजेंट जवाब देता है।' },
      number: { title: 'फ़ोन नंबर जोड़ें', why: 'एजेंट उस पर कॉल उठाता है और उससे कॉल करता है।' },
      campaign: {
        title: 'कॉन्टैक्ट की सूची को कॉल करें',
        why: 'कैंपेन कॉल करता है, फिर से कोशिश करता है और रिपोर्ट देता है।',
      },
    },
    live: 'अभी चालू',
    liveNote: 'चालू कॉल',
    attempted: 'कॉल',
    allTime: 'अब तक',
    allTimeBut: (silent) => `अब तक, बिना बातचीत वाले ${formatCount(silent)} गुमनाम कॉल छोड़कर`,
    rate: 'कनेक्ट हुए',
    trend: (points) => `पिछले हफ़्ते से ${points > 0 ? '+' : ''}${formatCount(points)} अंक`,
    length: 'औसत अवधि',
    ofConnected: 'कनेक्ट हुए कॉल की',
    latency: 'जवाब की लेटेंसी',
    latencyNote: (calls) => (calls === 1 ? 'पिछले कॉल में' : `पिछले ${calls} कॉल का औसत`),
    perDay: (days) => (days === 1 ? 'आज के कॉल' : `पिछले ${days} दिनों के कॉल`),
    since: (count, moment) => `सबसे नए ${formatCount(count)} कॉल, ${moment} से।`,
    day: 'दिन',
    howEnded: 'कॉल कैसे समाप्त हुए',
    newest: (count) => (count === 1 ? 'सबसे नए कॉल का।' : `सबसे नए ${formatCount(count)} कॉल का।`),
    outcomes: {
      answered: 'उठाया गया',
      busy: 'व्यस्त या अस्वीकृत',
      noAnswer: 'जवाब नहीं या वॉइसमेल',
      failed: 'विफल',
      other: 'अन्य',
    },
    notAnswered: 'नहीं उठाया गया',
    busiest: 'सबसे व्यस्त एजेंट',
    models: 'सबसे ज़्यादा इस्तेमाल हुए मॉडल',
    latest: 'हाल के कॉल',
  },
  outcomeStrings: {
    title: 'नतीजे',
    byAgent: 'एजेंट के अनुसार सफलता',
    success: { yes: 'सफल', no: 'असफल', unknown: 'पता नहीं' },
    notJudged: 'किसी कॉल का आकलन नहीं हुआ: किसी एजेंट में सफलता का मापदंड नहीं है।',
    counts: (analysed, pending, failed) => `${analysed} का विश्लेषण हुआ, ${pending} बाकी, ${failed} विफल।`,
    openFailed: 'असफल कॉल खोलें',
    rate: (percent, analysed) => `विश्लेषण किए गए ${analysed} में से ${percent} %`,
    analysedOnly: (analysed) => `${analysed} का विश्लेषण हुआ`,
  },
};
