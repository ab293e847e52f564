const words = (list: string): string[] => list.split(/\s+/).filter((word) => word !== '');

/** English inflectional endings, longest first. */
export const ENDINGS_EN: readonly string[] = words(
  'fulness ousness iveness ations nesses ingly ation ments ities ances ences ings edly ness ment ions able ible ally ance ence ers ies ing ion est ity ous ive ful ism ist ied ed er es ly al ey y s e',
);

/** Hindi inflectional endings, longest first: of number, case, gender and person. */
export const ENDINGS_HI: readonly string[] = words(
  'ाएंगी ाएंगे ाऊंगी ाऊंगा ाइयां ाइयों ाएगा ाएगी ाओगे ाओगी एंगी एंगे ूंगी ूंगा ातीं नाओं नाएं ताओं ताएं ियाँ ियों ियां ाओं ाएं ाने ाना ाता ाते ाती ाया ाई ाए ाओ कर ाव ता ते ती ीं ना नी ने ों ें ओं एं यां ुओं ुएं ये या यी गा गी गे ो े ू ु ी ि ा',
);

const FREQUENT_EN = words(`
    a about above after again against all also am an and another any anybody anyone anything are around as ask asked asks at
    away back be became because been before being below best better between both but by call called came can cannot cant come
    comes could couldnt did didnt do does doesnt doing done dont down during each either else end even ever every everybody
    everyone everything few find first for from further gave get gets getting give given gives go goes going good got great
    had has hasnt have havent having he hello help her here hers herself hi him himself his how however i id if ill im in
    into is isnt it its itself ive just keep kept kind know known last least less let lets like long look made make makes
    making many may maybe me mean mine more most much must my myself near need needs never new next no nobody none nor not
    nothing now of off often oh ok okay old on once one only onto or other others our ours ourselves out over own part per
    perhaps please put quite rather really said same say says see seem seems seen several shall she should show since so some
    somebody someone something sometimes soon still such sure take taken takes tell than thank thanks that thats the their
    theirs them themselves then there theres these they thing things think this those though through thus to today together
    told too toward two under until up upon us use used uses using usually very want wanted wants was wasnt way we well went
    were what whats when where whether which while who whoever whom whose why will with within without wont would yes yet you
    youd youll your youre yours yourself youve`);
const FREQUENT_HI = words(`
    अगर अत अथवा अपना अपनी अपने अब अभी आ आप आपका आपकी आपके आपको आया आए इतना इन इनका इनकी इनके इस इसका इसकी इसके इसको इसमें इसलिए
    इसी इसे उन उनका उनकी उनके उनको उन्हें उन्होंने उस उसका उसकी उसके उसको उसने उसमें उसी उसे एक एवं ऐसा ऐसी ऐसे और कई कब कभी कर
    करता करती करते करना करनी करने करें करके कहा कहां का कि कितना कितनी कितने किन किया किस किसका किसकी किसके किसने किसी किसे की कुछ
    के कैसा कैसी कैसे को कोई कौन कौनसा क्या क्यों गई गए गया चाहिए जब जहां जा जाता जाती जाते जाना जाने जाए जाएं जाएगा जाएगी जिन जिनका
    जिनकी जिनके जिस जिसका जिसकी जिसके जिसने जिसमें जिसे जी जैसा जैसी जैसे जो तक तथा तब तरह तुम तो था थी थीं थे दिया दी दे देता देती
    देते देना द्वारा दो नहीं ने पर परंतु पास फिर बता बताइए बताओ बताएं बहुत बाद बारे बिना भी मत मुझे में मेरा मेरी मेरे मैं मैंने यदि
    यह यहां या ये रहता रहती रहते रहा रही रहे लिए लिया ले लेकिन लेना व वह वहां वही वाला वाली वाले वे सकता सकती सकते सकें सब सभी साथ
    से सो हम हमारा हमारी हमारे हमें ही हुआ हुई हुए हूं है हैं हो होगा होगी होता होती होते होना होनी होने ऊपर नीचे`);
/** Words common to nearly every text in English or Hindi, and question words. */
export const FREQUENT: ReadonlySet<string> = new Set([...FREQUENT_EN, ...FREQUENT_HI]);

/**
 * English words that tell no passages apart: those of closed classes, such as pronouns and prepositions, and those that callers
 * ask politely with. No others: how much a word tells is counted.
 */
const FUNCTION_WORDS_EN = words(`
    a about above after against all also although am among an and another any are arent as ask asked at be because been
    before being below between both but by can cant could couldnt did didnt do does doesnt doing done dont down during each
    either every few for from had hadnt has hasnt have havent having he hello her hers hi him his how i if im in into is
    isnt it its ive just know least less let lets like many may me might mine more most much must my need needs neither no
    nor not of off oh ok okay on only onto or other others our ours out over own per please same say shall she should since
    so some such tell than thank thanks that thats the their theirs them then there theres these they this those though
    through to too under until up upon us very via want wanted wants was wasnt we were werent weve what whats when where
    wheres whether which while who whom whos whose why will with within without wont would wouldnt yes you youd youll your
    youre yours youve`);

/** Words that the text index leaves out. */
export const LEFT_OUT = {
  english: new Set(FUNCTION_WORDS_EN),
  hindi: new Set(FREQUENT_HI),
} as const satisfies Record<string, ReadonlySet<string>>;

const longestFirst = (list: string): string[] => words(list).toSorted((a, b) => b.length - a.length);

/** Russian endings of number, case, gender and person, and of verbal nouns, without the breve of й. */
export const ENDINGS_RU: readonly string[] = longestFirst(`
    а ев ов ие ье е иями ями ами еи ии и иеи ои иям ям ием ем ам ом о у ах иях ях ы ь ию ью ю ия ья я ее ые ое ими ыми ыи им ым
    его ого ему ому их ых ую юю ая яя ою ею ивши ывши вши ившими ывшими вшими ющии ющих ющего ющему щих ила ыла ена еите уите ите
    или ыли уи ил ыл ен ило ыло ено ят ует уют ит ыт ены ить ыть ишь ла на ете ли л н ло но ет ют ны ть ешь нно
    ость ости остью остеи ение ения ению ением ении ание ания анию анием ании`);
export const REFLEXIVE_RU: readonly string[] = ['ся', 'сь'];

/** Greek endings of number, case, gender and person, without accents. */
export const ENDINGS_EL: readonly string[] = longestFirst(`
    ουσ εισ ειασ εια ειεσ ιασ ια ιεσ ων ου οσ οι ασ εσ η ησ ασ α ο ε ι υ εωσ ματοσ ματα ματων ατα ατοσ ατων μα
    ικη ικησ ικο ικοσ ικου ικων ικεσ ικα ικοι ικουσ ει ουν ουμε ετε ησε ησαν ηκε ηκαν θηκε θηκαν αν
    ονται εται οταν ονταν ω σ ν σε σαν`);

/** What Arabic writes before and behind a word: articles, prepositions, number, gender and possession (Larkey's light stemmer). */
export const PREFIXES_AR: readonly string[] = longestFirst('وال بال كال فال ال لل و');
export const ENDINGS_AR: readonly string[] = longestFirst('ها ان ات ون ين يه ية ه ة ي');
