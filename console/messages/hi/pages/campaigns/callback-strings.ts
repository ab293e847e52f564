import type * as english from '../../../../src/pages/campaigns/callback-strings.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  callbackStrings: {
    title: 'कॉलबैक',
    lead: 'किसी व्यक्ति से तय हुए कॉल, सबसे पहले होने वाले ऊपर। कॉल का कैंपेन इन्हें अपने नियमों के अनुसार करता है।',
    number: 'नंबर',
    time: 'तय समय',
    status: 'स्थिति',
    statuses: {
      scheduled: 'तय',
      calling: 'कॉल हो रहा है',
      retrying: 'फिर कोशिश होगी',
      done: 'हो गया',
      refused: 'अस्वीकृत',
      canceled: 'रद्द',
    },
    later: {
      dial_cap: 'कॉल की सीमा के कारण इंतज़ार',
      outside_hours: 'कॉल के समय का इंतज़ार',
      holiday: 'छुट्टी खत्म होने का इंतज़ार',
      in_call: 'एक कॉल खत्म होने का इंतज़ार',
    },
    note: 'नोट',
    before: 'किस कॉल में तय हुआ',
    openCall: 'कॉल खोलें',
    cancel: 'रद्द करें',
    confirmCancel: 'कॉलबैक रद्द करें',
    cancelTitle: 'यह कॉलबैक रद्द करें?',
    cancelWhy: (number) => `${number} को कॉलबैक नहीं किया जाएगा।`,
  },
};
