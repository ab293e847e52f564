import type * as english from '../../../../src/pages/agents/caller-audio-strings.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  callerAudioStrings: {
    title: 'Ton des Anrufers',
    hint: 'Für Anrufer in lauter Umgebung. Die Unterdrückung ändert, was die Spracherkennung bekommt; die Aufnahme behält den empfangenen Ton.',
    suppression: 'Geräuschunterdrückung',
    suppressions: {
      none: 'Keine (Standard)',
      rnnoise: 'RNNoise',
    },
    detector: 'Sprechen wird erkannt durch',
    detectors: {
      webrtc: 'WebRTC (Standard)',
      rnnoise: 'RNNoise, ein neuronales Netz',
    },
  },
};
