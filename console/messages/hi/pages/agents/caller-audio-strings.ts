import type * as english from '../../../../src/pages/agents/caller-audio-strings.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  callerAudioStrings: {
    title: 'कॉलर का ऑडियो',
    hint: 'शोर में से कॉल करने वालों के लिए। शोर दबाने से वह बदलता है जो स्पीच रिकग्निशन को मिलता है; रिकॉर्डिंग में ऑडियो वैसा ही रहता है जैसा आया।',
    suppression: 'शोर दबाना',
    suppressions: {
      none: 'नहीं (डिफ़ॉल्ट)',
      rnnoise: 'RNNoise',
    },
    detector: 'बोलने की पहचान',
    detectors: {
      webrtc: 'WebRTC (डिफ़ॉल्ट)',
      rnnoise: 'RNNoise, एक न्यूरल नेटवर्क',
    },
  },
};
