import type * as english from '../../../../src/pages/agents/speech-strings.ts';
import { formatCount } from '../../../../src/format.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  speechStrings: {
    pronunciations: 'उच्चारण',
    pronunciationsHint:
      'आवाज़ नाम और शब्द कैसे बोले। सिर्फ़ पूरे शब्द बदले जाते हैं; ट्रांसक्रिप्ट और कैप्शन में मूल शब्द रहता है। छोटे अक्षरों में लिखा शब्द बड़े अक्षरों में भी मान्य है।',
    noPronunciations: 'अभी कोई शब्द नहीं।',
    term: 'शब्द',
    sayAs: 'ऐसे बोलें',
    phonemes: 'IPA',
    phonemesHint: 'उन आवाज़ों के लिए जो IPA समझती हैं। वैकल्पिक।',
    addPronunciation: 'शब्द जोड़ें',
    removePronunciation: (term) => `${term} हटाएँ`,
    normalisation: 'संख्याएँ, तारीखें और पते',
    normalisationHint:
      'कुछ आवाज़ें “₹1,250”, “24/11/2026” या ईमेल पता ठीक से नहीं पढ़तीं। प्लैटफ़ॉर्म उन्हें शब्दों में लिख सकता है; ट्रांसक्रिप्ट और कैप्शन में लिखा हुआ रूप रहता है।',
    normalisationMode: 'शब्दों में लिखें',
    normalisations: {
      auto: 'जिन आवाज़ों को ज़रूरत है',
      on: 'हर आवाज़ के लिए',
      off: 'कभी नहीं',
    },
    ambientSound: 'पृष्ठभूमि की आवाज़',
    ambientSoundHint: 'एजेंट की आवाज़ के नीचे और शब्दों के बीच हल्की आवाज़, ताकि लाइन कटी हुई न लगे। यह रिकॉर्डिंग में नहीं आती।',
    ambientSoundName: 'आवाज़',
    ambientSounds: { '': 'कोई नहीं', room: 'शांत कमरा', office: 'टाइपिंग वाला कमरा' },
    ambientLevel: 'स्तर (dB)',
    ambientLevelHint: '-70 से -30 तक। बोलने की आवाज़ लगभग -20 पर है।',
    learnedWaits: 'कॉल से सीखे गए इंतज़ार',
    learnedWaitsHint:
      'इस एजेंट के हाल के कॉल में कॉलर के विराम दिखाते हैं कि किन इंतज़ारों से विराम के बीच कम जवाब आएँगे, या जल्दी आएँगे। जब तक आप सुझाव अपनाकर एजेंट सेव नहीं करते, कुछ नहीं बदलता।',
    learn: 'कॉल से सीखें',
    applyWaits: 'ये इंतज़ार अपनाएँ',
    noProposal: (calls) =>
      calls === 0 ? 'इस एजेंट के किसी कॉल में अभी विराम नहीं हैं।' : `${calls} कॉल के विराम मौजूदा से बेहतर कोई इंतज़ार नहीं दिखाते।`,
    wordsBefore: 'किन शब्दों के बाद',
    currentWait: 'अभी',
    proposedWait: 'सुझाव',
    learnedFrom: 'किससे सीखा',
    wordsOf: (look, language) => `${look} (${language})`,
    milliseconds: (ms) => `${formatCount(ms)} ms`,
    sample: (pauses, ends) => `बारी के भीतर ${pauses} विराम, ${ends} अंत`,
    effect: (calls) => `दूसरे ${calls} कॉल पर असर`,
    effectOn: 'माप',
    answersIntoPauses: 'बारी के भीतर के विराम में जवाब',
    averageWait: 'अंत के बाद औसत इंतज़ार, एंडपॉइंटिंग की देरी के अलावा',
    share: (part, whole) => `${whole} में से ${part}`,
    waitsApplied: 'इंतज़ार ऊपर के हिस्से में आ गए हैं। एजेंट सेव होने पर वे अगले कॉल से लागू होंगे।',
  },
};
