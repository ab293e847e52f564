import type * as english from '../../../../src/pages/agents/caller-audio-strings.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  callerAudioStrings: {
    title: 'Audio de la persona',
    hint: 'Para llamadas desde lugares ruidosos. La supresión cambia lo que recibe el reconocimiento de voz; la grabación conserva el audio tal como llegó.',
    suppression: 'Supresión de ruido',
    suppressions: {
      none: 'Ninguna (predeterminado)',
      rnnoise: 'RNNoise',
    },
    detector: 'La voz se detecta con',
    detectors: {
      webrtc: 'WebRTC (predeterminado)',
      rnnoise: 'RNNoise, una red neuronal',
    },
  },
};
