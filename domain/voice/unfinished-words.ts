/** How a language shows that words are not all: at their end, in lower case. */
export interface UnfinishedWords {
  /** Words and phrases after which more follows: conjunctions, articles, prepositions, possessives. */
  readonly incomplete: readonly string[];
  /** Ends that look incomplete and are not. */
  readonly complete: readonly string[];
  readonly fillers: readonly string[];
  /** Single digits as words. */
  readonly digits: readonly string[];
}

interface WordLists {
  readonly incomplete: string;
  readonly complete?: string;
  readonly fillers: string;
  readonly digits: string;
}

const entries = (text = ''): string[] =>
  text
    .normalize('NFC')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/**
 * Word lists by language. Words that often end a sentence too are left out, such as English "for" ("what is it for?")
 * and German "mit" ("kommst du mit?").
 */
const LISTS: Readonly<Record<string, WordLists>> = {
  en: {
    incomplete: `and, or, but, because, cause, although, unless, whether, if, the, a, an, my, our, your, their, of, than, into,
      i'm, i'll, i'd, we're, we'll, we'd, to, so, which, whose, every, name is, number is, address is, code is, email is,
      password is, date is, birthday is, problem is, question is, this is, such as, as well as, i would like, i'd like`,
    complete: `want to, wanted to, have to, talk to, speak to, got to, used to, supposed to, listen to, think so, hope so,
      guess so, suppose so, believe so, said so, do so, or so, not so`,
    fillers:
      'um, umm, uh, uhm, er, erm, let me see, let me think, let me check, hang on, i mean, you know, sort of, kind of',
    digits: 'zero, oh, one, two, three, four, five, six, seven, eight, nine, double, triple',
  },
  de: {
    incomplete: `und, oder, aber, weil, dass, wenn, ob, denn, sondern, sowie, ein, eines, einem, einer, mein, meine, meinen,
      meinem, meiner, unser, unsere, unserem, unseren, von, vom, zum, zur, im, am, beim, für, ohne, gegen, zwischen, wegen,
      ich heiße, name ist, nummer ist, adresse ist, ich möchte, ich würde, ich hätte, ich wollte, und dann`,
    fillers: 'äh, ähm, öh, öhm, ehm, mal sehen, moment mal',
    digits: 'null, eins, zwei, zwo, drei, vier, fünf, sechs, sieben, acht, neun',
  },
  es: {
    incomplete: `y, e, o, u, pero, porque, aunque, que, si, el, los, las, mi, mis, su, sus, nuestro, nuestra, de, del, al, a,
      con, para, por, en, sin, desde, hasta, me llamo, mi nombre es, número es, dirección es, correo es, quisiera,
      me gustaría, y luego`,
    fillers: 'eh, ehm, em, o sea, a ver, déjame ver',
    digits: 'cero, uno, dos, tres, cuatro, cinco, seis, siete, ocho, nueve',
  },
  fr: {
    incomplete: `et, ou, mais, parce que, car, que, si, quand, le, la, les, des, du, de, mon, ma, mes, notre, nos, votre, à, au,
      aux, pour, dans, par, sur, chez, je m'appelle, mon nom est, nom c'est, numéro est, numéro c'est, adresse est, c'est,
      je voudrais, j'aimerais, et puis`,
    fillers: 'euh, heu, hum, ben, attendez, voyons',
    digits: 'zéro, un, deux, trois, quatre, cinq, six, sept, huit, neuf',
  },
  hi: {
    incomplete: `और, या, लेकिन, मगर, क्योंकि, कि, अगर, मेरा, मेरी, मेरे, हमारा, हमारी, का, की, के, को, से, में, मेरा नाम, मेरा नंबर,
      aur, ya, lekin, magar, kyunki, agar, mera, meri, mere, hamara, ka, ki, ke, ko, mera naam, mera number`,
    fillers: 'उम, उम्म, अं, मतलब, um, uh, matlab, ek minute',
    digits: `शून्य, ज़ीरो, एक, दो, तीन, चार, पाँच, पांच, छह, छः, सात, आठ, नौ,
      shunya, zero, ek, do, teen, char, chaar, paanch, chhah, saat, aath, nau, double`,
  },
  pt: {
    incomplete: `e, ou, mas, porque, embora, que, se, o, a, os, as, meu, minha, meus, minhas, nosso, nossa, seu, sua, de, do,
      da, dos, das, em, no, na, nos, nas, com, para, pra, por, pelo, pela, meu nome é, número é, endereço é, email é,
      eu me chamo, me chamo, eu queria, gostaria de`,
    complete: 'por que, o que',
    fillers: 'eh, ahn, hã, hum, tipo, deixa eu ver',
    digits: 'zero, um, dois, três, quatro, cinco, seis, meia, sete, oito, nove',
  },
  it: {
    incomplete: `e, ed, o, oppure, ma, perché, che, se, il, lo, la, i, gli, le, di, del, della, dei, delle, a, al, alla, da, dal,
      dalla, in, nel, nella, con, per, su, mio, mia, miei, nostro, nostra, suo, sua, mi chiamo, nome è, numero è, indirizzo è,
      vorrei, mi piacerebbe, e poi`,
    fillers: 'ehm, uhm, mmm, cioè, vediamo, un attimo',
    digits: 'zero, uno, due, tre, quattro, cinque, sei, sette, otto, nove',
  },
};

/** The words of each language with built-in ones, by the first part of its id. */
export const UNFINISHED_WORDS: ReadonlyMap<string, UnfinishedWords> = new Map(
  Object.entries(LISTS).map(([language, { incomplete, complete, fillers, digits }]) => [
    language,
    {
      incomplete: entries(incomplete),
      complete: entries(complete),
      fillers: entries(fillers),
      digits: entries(digits),
    },
  ]),
);
