/** Backchannels of every language. Their effect is in `interruption.ts`: `onBackchannel`. */
const SOUNDS =
  /^(?:m+(?:h+m*)?|h+m+|uh|huh|aha+|ah|oh|ooh|yeah|yep|yup|ya|ok|okay|okey|k|right|sure|yes|alright|cool|great)$/u;

/** Backchannel words by language, one word at a time, so that repetitions match as well. */
const BACKCHANNEL_WORDS: Readonly<Record<string, string>> = {
  en: 'good i see got it indeed exactly fine true',
  ar: 'نعم ايوه أيوه أيوا طيب تمام صح اه آه ماشي',
  bn: 'হ্যাঁ হুম আচ্ছা ঠিক আছে জি',
  cs: 'jo ano dobře jasně',
  da: 'ja okay nemlig jo',
  de: 'ja jaja genau gut klar stimmt ach so achso richtig aha',
  el: 'ναι μάλιστα εντάξει σωστά',
  es: 'sí si ajá claro vale bueno bien ya exacto',
  fa: 'بله آره باشه خب درسته',
  fi: 'joo juu niin kyllä selvä',
  fr: "oui ouais d'accord d’accord accord d bien voilà ah bon",
  gu: 'હા હં બરાબર સારું',
  he: 'כן אוקיי בסדר נכון',
  hi: 'हाँ हां जी अच्छा ठीक है हम्म सही बिल्कुल haan han ji achha acha theek hai sahi',
  id: 'ya iya oke baik betul',
  it: 'sì si certo va bene esatto giusto già',
  ja: 'はい うん ええ そう です ね なるほど そうですね',
  kn: 'ಹೌದು ಸರಿ ಹಾಂ',
  ko: '네 예 응 그래 그렇군요 맞아요 알겠습니다',
  ml: 'അതെ ശരി ആ',
  mr: 'हो बरं ठीक आहे अच्छा',
  nl: 'ja jawel precies goed klopt juist',
  no: 'ja jo riktig greit',
  pa: 'ਹਾਂ ਜੀ ਅੱਛਾ ਠੀਕ ਹੈ',
  pl: 'tak dobrze jasne rozumiem',
  pt: 'sim tá claro certo bom isso pois é',
  ro: 'da bine sigur exact',
  ru: 'да ага угу ясно понятно хорошо так',
  sv: 'ja jo precis just det bra',
  ta: 'ஆமா ஆமாம் சரி ம்',
  te: 'అవును సరే ఆహా హా',
  th: 'ครับ ค่ะ คะ ใช่ อืม',
  tr: 'evet tamam peki doğru hıhı',
  uk: 'так ага угу добре ясно',
  ur: 'ہاں جی اچھا ٹھیک ہے',
  vi: 'vâng dạ ừ đúng được rồi',
  zh: '嗯 对 好 是 的 好的 是的 对的 行 哦',
};

/** Longest backchannel, in words. */
const BACKCHANNEL_WORDS_MAX = 4;
const WORD_SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'word' });

const BACKCHANNELS_BY_LANGUAGE = new Map(
  Object.entries(BACKCHANNEL_WORDS).map(([language, words]) => [language, new Set(words.normalize('NFC').split(' '))]),
);

/** Whether the text is a backchannel in the agent's language or in every language. */
export function isBackchannel(text: string, language: string): boolean {
  const words = wordsIn(text);
  return (
    words.length > 0 &&
    words.length <= BACKCHANNEL_WORDS_MAX &&
    words.every((word) => isBackchannelWord(word, language))
  );
}

/** Whether a word, in lower case, is one of which backchannels consist. */
export function isBackchannelWord(word: string, language: string): boolean {
  const ofLanguage =
    BACKCHANNELS_BY_LANGUAGE.get(language.split('-', 1)[0] ?? '') ?? BACKCHANNELS_BY_LANGUAGE.get('en');
  return SOUNDS.test(word) || ofLanguage?.has(word) === true;
}

/** The words of a text, in lower case. */
export const wordsIn = (text: string): readonly string[] =>
  [...WORD_SEGMENTER.segment(text.normalize('NFC').toLowerCase())]
    .filter((part) => part.isWordLike)
    .map(({ segment }) => segment);

/** Whether the text ends with a question mark of any script. */
export const isQuestion = (text: string): boolean => /[?？؟\u037E][\s"'”’」』）)\]]*$/u.test(text);
