import { isBackchannelWord, isQuestion, wordsIn } from './backchannels.ts';

/** Words of thanks and agreement by language, one word at a time, beside those of backchannels. */
const ASSENT_WORDS: Readonly<Record<string, string>> = {
  en: 'thank thanks you very much please perfect lovely wonderful go ahead',
  ar: 'شكرا شكراً جزيلا من فضلك ممتاز',
  bn: 'ধন্যবাদ অনেক',
  cs: 'děkuji díky moc prosím skvěle v pořádku',
  da: 'tak mange skal du have perfekt fint',
  de: 'danke vielen dank schön dankeschön sehr bitte gerne gern perfekt super prima in ordnung alles',
  el: 'ευχαριστώ πολύ παρακαλώ τέλεια',
  es: 'gracias muchas muy amable por favor perfecto de acuerdo está',
  fa: 'ممنون متشکرم مرسی لطفا خیلی',
  fi: 'kiitos paljon hyvä hienoa',
  fr: "merci beaucoup s'il s’il vous plaît parfait très volontiers",
  gu: 'આભાર ધન્યવાદ',
  he: 'תודה רבה בבקשה מצוין',
  hi: 'धन्यवाद शुक्रिया बहुत कृपया ज़रूर dhanyavaad shukriya',
  id: 'terima kasih makasih banyak silakan',
  it: "grazie mille molte per favore perfetto benissimo d'accordo d’accordo prego",
  ja: 'ありがとう ご ざ い ます お願い し 分かり わか り ま した',
  kn: 'ಧನ್ಯವಾದ ಧನ್ಯವಾದಗಳು',
  ko: '감사합니다 고맙습니다 부탁합니다 부탁드립니다 좋아요',
  ml: 'നന്ദി',
  mr: 'धन्यवाद आभारी',
  nl: 'dank je u wel bedankt graag alstublieft prima perfect dankjewel dankuwel',
  no: 'takk tusen skal du ha flott fint',
  pa: 'ਧੰਨਵਾਦ ਸ਼ੁਕਰੀਆ',
  pl: 'dziękuję dzięki bardzo proszę świetnie w porządku',
  pt: 'obrigado obrigada muito por favor perfeito ótimo',
  ro: 'mulțumesc mult vă rog perfect în regulă',
  ru: 'спасибо большое пожалуйста отлично благодарю',
  sv: 'tack så mycket gärna perfekt fint',
  ta: 'நன்றி மிக்க',
  te: 'ధన్యవాదాలు ధన్యవాదములు',
  th: 'ขอบคุณ มาก ได้ ค่ะ ครับ',
  tr: 'teşekkürler teşekkür ederim lütfen çok sağ olun harika',
  uk: 'дякую щиро будь ласка чудово',
  ur: 'شکریہ مہربانی بہت',
  vi: 'cảm ơn xin rất nhiều',
  zh: '谢谢 多谢 您 你 好吧 可以',
};

/** Longest assent, in words. */
const WORDS_MAX = 6;

const BY_LANGUAGE = new Map(
  Object.entries(ASSENT_WORDS).map(([language, words]) => [language, new Set(words.normalize('NFC').split(' '))]),
);

/**
 * Whether a caller who says this agrees to what the agent has just announced, and says nothing else. A question agrees to nothing:
 * "Bitte?" asks to hear it again.
 */
export function isAssent(text: string, language: string): boolean {
  if (isQuestion(text)) return false;
  const assent = BY_LANGUAGE.get(language.split('-', 1)[0] ?? '') ?? BY_LANGUAGE.get('en');
  const words = wordsIn(text);
  const isMeant = (word: string): boolean => isBackchannelWord(word, language) || assent?.has(word) === true;
  return words.length > 0 && words.length <= WORDS_MAX && words.every(isMeant);
}
