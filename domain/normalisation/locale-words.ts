import type { CurrencyName, LocaleWords } from './locale.ts';

interface WordLists extends Omit<LocaleWords, 'codes' | 'currencies'> {
  readonly codes: string;
  /** By ISO code: one unit, the name of several, one hundredth part, the name of several. */
  readonly currencies: Readonly<Record<string, string>>;
  /** Currencies whose names are feminine. */
  readonly feminine?: string;
}

/** Symbols that stand for one currency wherever they are written. `$` is read as dollar, whichever it is. */
const SYMBOLS: Readonly<Record<string, string>> = {
  $: 'USD',
  US$: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '¥': 'JPY',
  R$: 'BRL',
};

const LISTS: Readonly<Record<string, WordLists>> = {
  en: {
    minus: 'minus',
    plus: 'plus',
    point: 'point',
    percent: 'percent',
    to: 'to',
    and: 'and',
    at: 'at',
    dot: 'dot',
    dash: 'dash',
    underscore: 'underscore',
    slash: 'slash',
    codes: 'code, pin, id, number, reference, extension, zip, postcode',
    currencies: {
      USD: 'one dollar, dollars, one cent, cents',
      EUR: 'one euro, euros, one cent, cents',
      GBP: 'one pound, pounds, one penny, pence',
      INR: 'one rupee, rupees, one paisa, paise',
      JPY: 'one yen, yen',
      CHF: 'one Swiss franc, Swiss francs',
      CAD: 'one Canadian dollar, Canadian dollars, one cent, cents',
      AUD: 'one Australian dollar, Australian dollars, one cent, cents',
    },
    ordinalEnd: /^(?:st|nd|rd|th)$/iu,
    ofMonth: 'of',
    ofYear: '',
  },
  de: {
    minus: 'minus',
    plus: 'plus',
    point: 'Komma',
    percent: 'Prozent',
    to: 'bis',
    and: '',
    at: 'ät',
    dot: 'Punkt',
    dash: 'Bindestrich',
    underscore: 'Unterstrich',
    slash: 'Schrägstrich',
    codes: 'code, pin, id, nummer, postleitzahl, plz, kennung, durchwahl',
    currencies: {
      USD: 'ein Dollar, Dollar, ein Cent, Cent',
      EUR: 'ein Euro, Euro, ein Cent, Cent',
      GBP: 'ein Pfund, Pfund, ein Penny, Pence',
      INR: 'eine Rupie, Rupien',
      JPY: 'ein Yen, Yen',
      CHF: 'ein Franken, Franken, ein Rappen, Rappen',
    },
    ofMonth: '',
    ofYear: '',
  },
  es: {
    minus: 'menos',
    plus: 'más',
    point: 'coma',
    percent: 'por ciento',
    to: 'a',
    and: 'con',
    at: 'arroba',
    dot: 'punto',
    dash: 'guion',
    underscore: 'guion bajo',
    slash: 'barra',
    codes: 'código, pin, número, referencia, extensión, clave',
    currencies: {
      USD: 'un dólar, dólares, un centavo, centavos',
      EUR: 'un euro, euros, un céntimo, céntimos',
      GBP: 'una libra, libras, un penique, peniques',
      INR: 'una rupia, rupias',
      JPY: 'un yen, yenes',
      MXN: 'un peso, pesos, un centavo, centavos',
    },
    feminine: 'GBP, INR',
    ordinalEnd: /^[ºª°]$/u,
    ofMonth: 'de',
    ofYear: 'de',
    ofMillions: 'de',
  },
  fr: {
    minus: 'moins',
    plus: 'plus',
    point: 'virgule',
    percent: 'pour cent',
    to: 'à',
    and: '',
    at: 'arobase',
    dot: 'point',
    dash: 'tiret',
    underscore: 'tiret bas',
    slash: 'barre oblique',
    codes: 'code, pin, numéro, référence, poste, identifiant',
    currencies: {
      USD: 'un dollar, dollars, un cent, cents',
      EUR: 'un euro, euros, un centime, centimes',
      GBP: 'une livre, livres, un penny, pence',
      INR: 'une roupie, roupies',
      JPY: 'un yen, yens',
      CHF: 'un franc, francs, un centime, centimes',
    },
    feminine: 'GBP, INR',
    ordinalEnd: /^(?:er|re|e|ème)$/iu,
    ofMonth: '',
    ofYear: '',
    firstDay: 'premier',
    ofMillions: 'de',
  },
  hi: {
    minus: 'माइनस',
    plus: 'प्लस',
    point: 'दशमलव',
    percent: 'प्रतिशत',
    to: 'से',
    and: '',
    at: 'ऐट',
    dot: 'डॉट',
    dash: 'डैश',
    underscore: 'अंडरस्कोर',
    slash: 'स्लैश',
    codes: 'कोड, पिन, नंबर, संख्या, आईडी',
    currencies: {
      USD: 'एक डॉलर, डॉलर, एक सेंट, सेंट',
      EUR: 'एक यूरो, यूरो, एक सेंट, सेंट',
      GBP: 'एक पाउंड, पाउंड, एक पेनी, पेंस',
      INR: 'एक रुपया, रुपये, एक पैसा, पैसे',
      JPY: 'एक येन, येन',
    },
    ofMonth: '',
    ofYear: '',
  },
  it: {
    minus: 'meno',
    plus: 'più',
    point: 'virgola',
    percent: 'per cento',
    to: 'a',
    and: 'e',
    at: 'chiocciola',
    dot: 'punto',
    dash: 'trattino',
    underscore: 'trattino basso',
    slash: 'barra',
    codes: 'codice, pin, numero, riferimento, interno, cap',
    currencies: {
      USD: 'un dollaro, dollari, un centesimo, centesimi',
      EUR: 'un euro, euro, un centesimo, centesimi',
      GBP: 'una sterlina, sterline, un penny, pence',
      INR: 'una rupia, rupie',
      JPY: 'uno yen, yen',
      CHF: 'un franco, franchi, un centesimo, centesimi',
    },
    feminine: 'GBP, INR',
    ordinalEnd: /^[ºª°]$/u,
    ofMonth: '',
    ofYear: '',
    firstDay: 'primo',
    ofMillions: 'di',
  },
  pt: {
    minus: 'menos',
    plus: 'mais',
    point: 'vírgula',
    percent: 'por cento',
    to: 'a',
    and: 'e',
    at: 'arroba',
    dot: 'ponto',
    dash: 'hífen',
    underscore: 'sublinhado',
    slash: 'barra',
    codes: 'código, pin, número, referência, ramal, cep, senha',
    currencies: {
      BRL: 'um real, reais, um centavo, centavos',
      USD: 'um dólar, dólares, um centavo, centavos',
      EUR: 'um euro, euros, um cêntimo, cêntimos',
      GBP: 'uma libra, libras, um péni, pence',
      INR: 'uma rupia, rupias',
      JPY: 'um iene, ienes',
    },
    feminine: 'GBP, INR',
    ordinalEnd: /^[ºª°]$/u,
    ofMonth: 'de',
    ofYear: 'de',
    firstDay: 'primeiro',
    ofMillions: 'de',
  },
};

const entries = (text = ''): string[] => text.split(',').map((entry) => entry.trim());

function currencyOf(names: string, isFeminine: boolean): CurrencyName {
  const [one = '', many = one, cent, cents = cent] = entries(names);
  return {
    ...{ one, many },
    ...(cent !== undefined && cents !== undefined && { cents: { one: cent, many: cents } }),
    ...(isFeminine && { gender: 'feminine' }),
  };
}

function currenciesOf(currencies: WordLists['currencies'], feminine: readonly string[]): LocaleWords['currencies'] {
  const named = Object.fromEntries(
    Object.entries(currencies).map(([code, names]) => [code, currencyOf(names, feminine.includes(code))]),
  );
  const symbols = Object.entries(SYMBOLS).flatMap(([symbol, code]) => {
    const name = named[code];
    return name ? [[symbol, name] as const] : [];
  });
  return { ...named, ...Object.fromEntries(symbols) };
}

/** The words of each language with built-in ones, by the first part of its id. */
export const LOCALE_WORDS: ReadonlyMap<string, LocaleWords> = new Map(
  Object.entries(LISTS).map(([language, { feminine, currencies, codes, ...words }]) => [
    language,
    { ...words, codes: entries(codes), currencies: currenciesOf(currencies, entries(feminine)) },
  ]),
);
