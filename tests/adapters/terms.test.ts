import { assert } from 'chai';
import Database from 'better-sqlite3';
import { englishStem } from '../../adapters/lib/english-stem.ts';
import { termCounts } from '../../adapters/lib/terms.ts';
import { ENGLISH } from '../../bench/retrieval/english.ts';

const termsOf = (text: string): string[] => [...termCounts(text).keys()];

/** The stems of words by the stemmer of SQLite's full-text search. */
function stemsOfSqlite(words: readonly string[]): string[] {
  const database = new Database(':memory:');
  database.exec(`CREATE VIRTUAL TABLE texts USING fts5(word, tokenize = 'porter ascii');
    CREATE VIRTUAL TABLE stems USING fts5vocab(texts, instance)`);
  const insert = database.prepare('INSERT INTO texts (rowid, word) VALUES (?, ?)');
  for (const [at, word] of words.entries()) insert.run(at, word);
  const stems = database.prepare<[], { doc: number; term: string }>('SELECT doc, term FROM stems ORDER BY doc').all();
  database.close();
  return stems.map(({ term }) => term);
}

/** A word for each rule of the algorithm, and for its exceptions. */
const RULES = `a as caresses ponies ties caress cats feed agreed plastered bled motoring sing conflated troubled sized hopping tanned
  falling hissing fizzed failing filing happy sky relational conditional rational valenci hesitanci digitizer conformabli radicalli
  differentli vileli analogousli vietnamization predication operator feudalism decisiveness hopefulness callousness formaliti
  sensitiviti sensibiliti analogi triplicate formative formalize electriciti electrical hopeful goodness revival allowance inference
  airliner gyroscopic adjustable defensible irritant replacement adjustment dependent adoption decision union homologou
  communism activate angulariti homologous effective bowdlerize probate rate cease controll roll yes toy syzygy played
  traditional administration organisation organise generalizations oscillators`;

describe('the words of the text index', () => {
  it('have the stems of SQLite in English', () => {
    const texts = [RULES, JSON.stringify(ENGLISH)].join(' ').toLowerCase();
    const words = [...new Set(texts.match(/[a-z]+/g))];
    assert.isAbove(words.length, 500);
    assert.deepEqual(words.map(englishStem), stemsOfSqlite(words));
  });

  const SAME = [
    ['English', ['organise', 'organised', 'organisation', 'organisations']],
    ['English', ['Tesla', "Tesla's", 'Tesla’s', 'teslas']],
    ['Hindi', ['पुस्तकालय', 'पुस्तकालयों']],
    ['Russian', ['библиотека', 'библиотеки', 'библиотекой', 'библиотеках']],
    ['Russian', ['новый', 'новая', 'новые', 'новых', 'новому']],
    ['Greek', ['βιβλιοθήκη', 'βιβλιοθήκης', 'ΒΙΒΛΙΟΘΗΚΗ', 'βιβλιοθηκών']],
    ['Arabic', ['مكتبة', 'المكتبة', 'والمكتبة', 'مكتبات']],
  ] as const;
  for (const [language, words] of SAME)
    it(`are one in all inflections, in ${language}: ${words[0]}`, () => {
      const [first, ...others] = words.map(termsOf);
      for (const other of others) assert.deepEqual(other, first);
      assert.lengthOf(first!, 1);
    });

  it('are not left out as English where they have accents', () => {
    assert.deepEqual(termsOf('thể đó'), ['the', 'đo']);
    assert.isEmpty(termsOf('The THE the'));
  });

  it('do not become another word where English leaves letters out', () => {
    assert.deepEqual(termsOf('I can’t log in'), termsOf('I can log in'));
    for (const word of ["can't", "won't", "shan't", "ain't", "don't"]) assert.isEmpty(termsOf(word), word);
  });

  it('are divided at apostrophes where languages join words or endings by them', () => {
    assert.include(termsOf("Ankara'nın tarihi"), termsOf('Ankara')[0]);
    assert.include(termsOf("dove si trova l'acqua"), termsOf('acqua')[0]);
    assert.deepEqual(termsOf("п'ять"), ['пят'], 'but not in a word');
  });

  it('are all that say something: what is left out is grammar, and what callers ask politely with', () => {
    assert.isEmpty(termsOf("Could you please tell me what the … is, and who's there? I don't want …"));
    assert.deepEqual(termsOf('Can I use it twice, after the first call?'), ['us', 'twice', 'first', 'call']);
    assert.deepEqual(Object.fromEntries(termCounts('Pools and a pool, 12 pools')), { pool: 3, 12: 1 });
  });
});
