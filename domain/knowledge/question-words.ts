/** Hindi without the two signs that many leave out, and each letter as one. */
const folded = (text: string): string => text.normalize('NFC').replaceAll('\u093c', '').replaceAll('\u0901', '\u0902');

const words = (list: string): string[] =>
  folded(list)
    .split(/\s+/)
    .filter((word) => word !== '');

/** Words that open a question by pointing back to the one before, as a language writes them. */
const OPENERS: readonly string[] = [
  ...['and', 'or', 'but', 'also', 'what about', 'how about', 'what if', 'then'],
  ...['und', 'oder', 'aber', 'auch', 'was ist mit', 'wie ist es mit', 'wie sieht es mit', 'wie siehts mit'],
  ...['et', 'ou', 'mais', 'aussi', "qu'en est-il", 'qu en est il'],
  ...['y', 'o', 'pero', 'también', 'qué tal', 'qué hay de', 'qué pasa con'],
  ...['e', 'ma', 'anche', 'che ne è', 'che mi dici'],
  ...['mas', 'também', 'que tal', 'e quanto'],
  ...['en', 'of', 'maar', 'ook', 'hoe zit het met', 'en hoe'],
  ...['और', 'या', 'लेकिन', 'तो', 'फिर'],
];

/** Words that stand for what was named before. Those that also open ordinary questions, as in “is there”, are left out. */
const POINTERS: ReadonlySet<string> = new Set([
  ...words('it its it’s that’s they them their theirs he she him her his'),
  ...words('ihn ihm dort davon dafür damit dazu darin dabei daran'),
  ...words('elle elles ça cela ceci celui celle ceux celles là'),
  ...words('ello ellos ellas él ella ahí allí allá esso essi loro lì'),
  ...words('ele ela eles elas disso nisso lá ali aí zij ze hem haar ervan daarvan daarvoor'),
  ...words('इसका उसका इसकी उसकी इसके उसके इनका उनका वहां वहाँ यहां यहाँ इसे उसे इसमें उसमें'),
]);

/** Words that stand for what was named before, unless a noun follows, as in “this hotel” and “das Hotel”. */
const DETERMINERS: ReadonlySet<string> = new Set([
  ...words('this that these those das die der den da dies diese dieser dieses diesen ce leur'),
  ...words(
    'eso esto ese esa este esta questo questa quello quella isso isto esse essa dat dit deze daar यह वह ये वे इस उस',
  ),
]);

/** Words that ask wherever they stand near the beginning. */
const INTERROGATIVES: ReadonlySet<string> = new Set([
  ...words('what what’s when where which who who’s whom whose why how'),
  ...words('wann wo wohin woher welche welcher welches welchen wer wem wen warum wieso wie wieviel'),
  ...words('quand où quel quelle quels quelles qui pourquoi comment combien quoi est-ce'),
  ...words('qué cuándo dónde cuál cuáles quién cómo cuánto cuánta cuántos cuántas'),
  ...words('quando dove quale quali chi perché quanto quanta quanti quante cosa'),
  ...words('onde qual quais quem quantos quantas wat wanneer waar welke waarom hoe hoeveel'),
  ...words('क्या कब कहां कौन कौनसा कौनसी कौनसे कौन-सा कौन-सी कौन-से क्यों कैसे कैसा कैसी कितना कितनी कितने'),
  ...words('किस किसका किसकी किसके किसने किसको किसे किससे किसमें किन किनका किनकी किनके किन्हें किन्होंने'),
]);

/** Words that ask where they stand first. */
const ASKING_FIRST: ReadonlySet<string> = new Set([
  ...words('can could do does did is are will would should may have has am'),
  ...words('gibt kann können könnt darf dürfen haben habt hat ist sind muss braucht was come'),
  ...words('avez puis-je peut-on y-a-t-il a-t-on hay puedo tienen tiene posso avete si-può têm tem há'),
  ...words('kan mag heeft hebben zijn moet'),
]);

/** Words that agree to what the agent offers. */
const AGREEING: ReadonlySet<string> = new Set([
  ...words('yes yeah yep sure please ok okay alright'),
  ...words('ja gern gerne bitte klar oui volontiers sí si claro vale sì certo sim graag हाँ हां जी ठीक'),
]);

/** Words without a topic of their own, besides those above. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set([
  ...words('a an the of in on at to for from by with about as into per i you we us me my your our be been am was were'),
  ...words(
    'have has had not no so if any some more much many thanks thank hello hi bye possible true tell know want need like get got',
  ),
  ...words('there’s it’s i’m you’re don’t doesn’t let too just now well really good great'),
  ...words(
    'der die das den dem des ein eine einen einem einer und oder ich wir ihr mich mir uns euch euer unser ist sind',
  ),
  ...words(
    'war hat habe hast im am um zu zum zur von vom bei mit für auf an aus nach über nicht kein keine so denn mal',
  ),
  ...words('noch schon danke hallo sagen wissen möchte würde bitte dann wenn'),
  ...words(
    'le la les un une des du de d l au aux je tu nous vous on me te mon ma mes votre vos est sont a ont pour par',
  ),
  ...words('sur dans avec sans ne pas plus merci bonjour'),
  ...words(
    'el los las una unos unas del al yo tú nosotros usted ustedes mi su sus es son está están en con sin para no por favor',
  ),
  ...words('gracias hola me se lo'),
  ...words(
    'il lo gli i uno di da della del dei delle al alla io noi voi mio vostro è sono ha hanno per con senza non grazie ciao',
  ),
  ...words(
    'o os as um uma do da dos das no na nos nas eu nós você vocês meu seu são está em com sem para não obrigado olá',
  ),
  ...words('de een ik wij we jullie u mijn uw is zijn was op in aan te voor met van niet geen dank hallo'),
  ...words('का की के को में से पर है हैं था थी थे हूं मैं हम आप मुझे मेरा आपका आपके लिए ने भी ही तो नहीं धन्यवाद नमस्ते'),
]);

/** Words of politeness, and those that say that one asks. */
const SMALL_TALK: ReadonlySet<string> = new Set([
  ...words(
    'goodbye cheers sorry pardon excuse hope hoping wonder wondering wondered curious question questions quick quickly',
  ),
  ...words('ask asking asked um uh uhm erm hmm actually basically maybe perhaps sir madam ma’am'),
  ...words(
    'tschüss tschüs wiederhören wiedersehen entschuldigung frage fragen kurz vielleicht eigentlich äh ähm hoffe',
  ),
  ...words('revoir pardon désolé excusez question savoir demander euh peut-être'),
  ...words('adiós perdón disculpe pregunta preguntar quería saber arrivederci scusi domanda chiedere volevo sapere'),
  ...words('adeus tchau desculpe pergunta perguntar queria doei vraag vragen misschien'),
  ...words('अलविदा शुक्रिया जी सवाल पूछना पूछनी पूछने जानना जानने बात हेलो हैलो हलो ज़रा कृपया प्लीज़ सर मैडम'),
  ...words('बता बताइए बताइये बताएं बताओ बताना बताने दीजिए दीजिये सुनिए चाहता चाहती चाहते मालूम'),
]);

/** Days, and times named by them: of two of them the later one replaces the earlier. */
const DAYS: ReadonlySet<string> = new Set([
  ...words('monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays'),
  ...words('saturdays sundays weekend weekends weekday weekdays today tomorrow tonight holiday holidays'),
  ...words(
    'montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag montags dienstags mittwochs donnerstags',
  ),
  ...words('freitags samstags sonntags wochenende heute morgen feiertag feiertags feiertagen'),
  ...words('lundi mardi mercredi jeudi vendredi samedi dimanche lundis samedis dimanches demain aujourd’hui'),
  ...words('lunes martes miércoles jueves viernes sábado domingo sábados domingos mañana hoy'),
  ...words('lunedì martedì mercoledì giovedì venerdì sabato domenica domani oggi'),
  ...words('segunda terça quarta quinta sexta amanhã hoje'),
  ...words('maandag dinsdag woensdag donderdag vrijdag zaterdag zondag morgen vandaag weekend'),
  ...words('सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार रविवार आज कल'),
]);

/** Every word without a topic. */
const EMPTY: readonly ReadonlySet<string>[] = [
  ...[POINTERS, DETERMINERS, INTERROGATIVES, ASKING_FIRST, AGREEING, FUNCTION_WORDS, SMALL_TALK],
  new Set(OPENERS.filter((opener) => !opener.includes(' '))),
];

/** In Hindi the words that ask stand before the verb, and relative pronouns are others. */
const DEVANAGARI = /^\p{Script=Devanagari}/u;
/** A question may begin with “So,” or “Tell me”. */
const INTERROGATIVE_PLACES = 4;

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const UNSPACED_QUESTION =
  /[吗呢嗎か]\s*$|什么|什麼|怎么|怎麼|怎样|多少|哪|谁|誰|几|幾|多[大高长远久]|何|[是能可会會要]不[是能可会會要]|有[没沒]有|どこ|いつ|いくら|どう/u;
/** Of Chinese, and the letters of Japanese endings. Those that are often parts of other words are left out. */
const UNSPACED_FUNCTION_WORDS =
  /为什么|為什麼|什么|什麼|怎么样|怎么|怎麼|怎样|多少|请问|請問|一下|哪里|哪些|[你您]好|不好意思|打扰|麻烦|喂|[我你您他她它]们?|[的了吗嗎呢是在有被与與和为為谁誰哪几幾]|\p{Script=Hiragana}+/u;
/** Words of Chinese, Japanese and Thai that stand for what was named before. */
const UNSPACED_POINTERS = /[他她它其]|[这那][个里些]|[そこあ][れの]|[そこ]こ|彼|เขา|มัน/u;
/** Most letters of a question that points back, by its opening or by a pronoun. */
const UNSPACED_SHORT = { opening: 8, pointer: 12 } as const;
const UNSPACED_OPENERS = ['那', '那么', 'では', 'じゃあ', 'それ', '它', '这个', 'แล้ว'] as const;

/** Whether a text has letters of a script that has no spaces between words. */
export const isUnspaced = (text: string): boolean => UNSPACED.test(text);

/** The words of a text in lower case, without the dots and half-moons of Hindi. */
export const wordsIn = (text: string): string[] =>
  [
    ...folded(text)
      .toLowerCase()
      .matchAll(/[\p{L}\p{M}\p{N}]+(?:[’'-][\p{L}\p{M}\p{N}]+)*/gu),
  ].map(([word]) => word.replaceAll("'", '’'));

/** The words of a text that name its topic. Where a script has no spaces, what stands between function words. */
export const topicWords = (text: string): string[] =>
  wordsIn(text)
    .flatMap((word) => (UNSPACED.test(word) ? word.split(UNSPACED_FUNCTION_WORDS) : [word]))
    .filter((word) => word !== '' && !EMPTY.some((table) => table.has(word)));

/** Whether the text begins with words that point back. */
export function pointsBackAtFirst(text: string): boolean {
  const all = wordsIn(text).join(' ');
  return OPENERS.some((opener) => all === opener || all.startsWith(`${opener} `));
}

/** Whether the text has words that stand for what was named before. */
export function hasPointer(text: string): boolean {
  const all = wordsIn(text);
  const isNoun = (word: string | undefined): boolean => word !== undefined && topicWords(word).length > 0;
  return all.some((word, at) => POINTERS.has(word) || (DETERMINERS.has(word) && !isNoun(all[at + 1])));
}

/** Whether the text asks, by its mark or its words. */
export function asks(text: string): boolean {
  const all = wordsIn(text);
  return (
    /[?？؟]\s*$/u.test(text) ||
    UNSPACED_QUESTION.test(text) ||
    all.some((word, at) => isInterrogative(word) && (at < INTERROGATIVE_PLACES || DEVANAGARI.test(word))) ||
    ASKING_FIRST.has(all[0] ?? '')
  );
}

/** Whether the word asks, wherever it stands. */
export const isInterrogative = (word: string): boolean => INTERROGATIVES.has(word);

/** Whether the text does no more than agree. */
export function agrees(text: string): boolean {
  const all = wordsIn(text);
  return all.some((word) => AGREEING.has(word)) && topicWords(text).length === 0 && !asks(text);
}

/** Whether the text is a short one, of a script without spaces, that points back. */
export function pointsBackUnspaced(text: string): boolean {
  if (!UNSPACED.test(text) || lettersIn(text) > UNSPACED_SHORT.opening) return false;
  const first = text.trim();
  return UNSPACED_OPENERS.some((opener) => first.startsWith(opener)) || /呢[?？]?$/u.test(first);
}

/** Whether the text, of a script without spaces, is short and has a word that stands for what was named before. */
export const hasUnspacedPointer = (text: string): boolean =>
  UNSPACED_POINTERS.test(text) && lettersIn(text) <= UNSPACED_SHORT.pointer;

const lettersIn = (text: string): number => [...text].filter((letter) => /\p{L}/u.test(letter)).length;

/** Languages that these tables know, by their codes. */
const TABLED: ReadonlySet<string> = new Set(['de', 'en', 'es', 'fr', 'hi', 'it', 'ja', 'nl', 'pt', 'zh']);

/** Whether these tables tell questions that point back from others in a language, such as `pt-BR`. */
export const isTabled = (language: string): boolean => TABLED.has(language.split('-')[0]!.toLowerCase());

/** What of a kind a word is, of which a later one replaces an earlier one. Null: of none. */
export const kindOf = (word: string): 'day' | 'number' | null => {
  if (DAYS.has(word)) return 'day';
  return /\p{N}/u.test(word) ? 'number' : null;
};
