/** Texts of the card about the caller's audio. */
export const callerAudioStrings = {
  title: 'Caller’s audio',
  hint: 'For callers in noise. Suppression changes what the speech recognition gets; the recording keeps the audio as it was received.',
  suppression: 'Noise suppression',
  suppressions: {
    none: 'None (default)',
    rnnoise: 'RNNoise',
  },
  detector: 'Speech is detected by',
  detectors: {
    webrtc: 'WebRTC (default)',
    rnnoise: 'RNNoise, a neural network',
  },
} as const;
