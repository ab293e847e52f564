import type * as english from '../../../../src/pages/calls/call-back-strings.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  callBackStrings: {
    action: 'कॉल बैक करें',
    title: 'इस व्यक्ति को कॉल बैक करें',
    day: 'दिन',
    dayHint: 'today, tomorrow, हफ़्ते का दिन जैसे monday, या तारीख जैसे 2026-12-24।',
    time: 'समय',
    timeHint: 'व्यक्ति का स्थानीय समय, जैसे 17:00।',
    zone: 'टाइम ज़ोन',
    zoneHint: 'व्यक्ति जहाँ है, जैसे America/Chicago। खाली: कॉन्टैक्ट सूची या नंबर के अनुसार।',
    note: 'नोट',
    noteHint: 'किस बारे में बात करनी है। एजेंट को यह {{callback_note}} के रूप में मिलता है।',
    agreed: (time) => `${time} के लिए तय`,
  },
};
