import { assert } from 'chai';
import * as fc from 'fast-check';
import { n2wordsNumbers } from '../../adapters/number-words/n2words.ts';
import { NORMALISED_LANGUAGES, normaliserOf } from '../../domain/normalisation/normaliser.ts';
import { speechForm } from '../../domain/voice/speech-form.ts';
import { splitForSpeech } from '../../domain/voice/sentences.ts';

const { spellerOf } = n2wordsNumbers();
const finders = new Map<string, ReturnType<typeof normaliserOf>>();
function finderOf(language: string): ReturnType<typeof normaliserOf> {
  const finder = finders.get(language) ?? normaliserOf(language, spellerOf);
  finders.set(language, finder);
  return finder;
}
const normalised = (language: string, text: string): string => speechForm(text, finderOf(language)(text), false).text;

/** By what is written out: language, as it is written, as it is spoken. */
const CASES: Readonly<Record<string, readonly (readonly [string, string, string])[]>> = {
  money: [
    ['en', 'It is $12.50.', 'It is twelve dollars and fifty cents.'],
    [
      'en',
      '$1,234.56, $1, $0.99, $1.01',
      'one thousand two hundred thirty-four dollars and fifty-six cents, one dollar, ninety-nine cents, one dollar and one cent',
    ],
    [
      'en',
      '€3 million, -$5, USD 20, $5/month',
      'three million euros, minus five dollars, twenty dollars, five dollars/month',
    ],
    ['en-IN', '₹1,23,456', 'one lakh twenty-three thousand four hundred and fifty-six rupees'],
    [
      'de',
      '1.234,56 EUR, 12,50 €, 1 €',
      'eintausendzweihundertvierunddreißig Euro sechsundfünfzig Cent, zwölf Euro fünfzig Cent, ein Euro',
    ],
    ['es', '21 €, 21 £, 1.000.000 €', 'veintiún euros, veintiuna libras, un millón de euros'],
    ['es-MX', '$1,234.50', 'mil doscientos treinta y cuatro dólares con cincuenta centavos'],
    ['fr', '1 200 €, 1 000 000 €, 21 £', "mille deux cents euros, un million d'euros, vingt et une livres"],
    ['hi', '₹12.50', 'बारह रुपये पचास पैसे'],
    ['it', '12,50 €', 'dodici euro e cinquanta centesimi'],
    ['pt', 'R$ 12,50 e 2 £', 'doze reais e cinquenta centavos e duas libras'],
  ],
  dates: [
    [
      'en',
      'On 11/24/2026, 2026-11-24',
      'On November twenty-fourth, twenty twenty-six, November twenty-fourth, twenty twenty-six',
    ],
    ['en', 'Nov 24, 2026; July 5th; 1 May', 'November twenty-fourth, twenty twenty-six; July fifth; May first'],
    ['en', 'the 24th of December, 2005', 'the twenty-fourth of December, two thousand five'],
    ['en-GB', 'on 24/11/2026', 'on the twenty-fourth of November, twenty twenty-six'],
    ['de', 'am 24.11.2026', 'am vierundzwanzigsten November zweitausendsechsundzwanzig'],
    ['de', 'der 3. Oktober 1990, 1. Mai', 'der dritte Oktober neunzehnhundertneunzig, erster Mai'],
    ['es', 'el 24/11/2026', 'el veinticuatro de noviembre de dos mil veintiséis'],
    ['fr', 'le 1er mai 2024', 'le premier mai deux mille vingt-quatre'],
    ['hi', '24 नवंबर 2026', 'चौबीस नवंबर दो हज़ार छब्बीस'],
    ['it', '1 maggio 2024', 'primo maggio duemilaventiquattro'],
    ['pt', '1º de maio de 2024', 'primeiro de maio de dois mil e vinte e quatro'],
    ['en', 'since 1999, in 1905, by 1900', 'since nineteen ninety-nine, in nineteen oh five, by nineteen hundred'],
    ['de', 'seit 1999', 'seit neunzehnhundertneunundneunzig'],
  ],
  times: [
    ['en', '10:30, 10:05, 9:00, 17:00', "ten thirty, ten oh five, nine o'clock, seventeen hundred"],
    ['en', '7 pm, 6:05 P.M., 9am-5pm', 'seven p.m., six oh five p.m., nine a.m. to five p.m.'],
    ['de', '14:30 Uhr, 1 Uhr, 8.15 Uhr', 'vierzehn Uhr dreißig, ein Uhr, acht Uhr fünfzehn'],
    ['es', 'a las 10:30', 'a las diez treinta'],
    ['fr', 'à 10h30 et à 1h', 'à dix heures trente et à une heure'],
    ['hi', 'सुबह 10:30 बजे', 'सुबह दस बजकर तीस मिनट'],
    ['it', 'alle 10:30', 'alle dieci e trenta'],
    ['pt', 'às 14h e às 2h15', 'às catorze horas e às duas e quinze'],
  ],
  'telephone numbers and codes': [
    ['en', '+49 30 123456', 'plus four nine, three zero, one two three four five six'],
    ['en', '(415) 555-0107', 'four one five, five five five, zero one zero seven'],
    [
      'en',
      'code is 4821, PIN: 0042, 1234567',
      'code is four eight two one, PIN: zero zero four two, one two three four five six seven',
    ],
    [
      'de',
      '030 123456-0, Kundennummer 4821',
      'null drei null, eins zwei drei vier fünf sechs, null, Kundennummer vier acht zwei eins',
    ],
    ['fr', '01 23 45 67 89', 'zéro un, deux trois, quatre cinq, six sept, huit neuf'],
    ['hi', '98765 43210', 'नौ आठ सात छह पाँच, चार तीन दो एक शून्य'],
  ],
  addresses: [
    ['en', 'ada.lovelace99@example.co.uk', 'ada dot lovelace nine nine at example dot co dot uk'],
    ['en', 'Look at www.example.com/hours.', 'Look at example dot com slash hours.'],
    ['de', 'max@beispiel-firma.de', 'max ät beispiel Bindestrich firma Punkt de'],
    ['es', 'ana@ejemplo.es', 'ana arroba ejemplo punto es'],
    ['fr', 'jean_dupont@exemple.fr', 'jean tiret bas dupont arobase exemple point fr'],
  ],
  numbers: [
    [
      'en',
      '1,234.5, -5, 20%, 10-12, 2nd',
      'one thousand two hundred thirty-four point five, minus five, twenty percent, ten to twelve, second',
    ],
    ['de', '1.200, -3,5, 20 %', 'eintausendzweihundert, minus drei Komma fünf, zwanzig Prozent'],
    ['es', '3º piso, 3ª planta', 'tercer piso, tercera planta'],
    ['hi', '१२३', 'एक सौ तेईस'],
  ],
};

describe('the normaliser of a text', () => {
  for (const [what, cases] of Object.entries(CASES))
    it(`writes ${what} out in words`, () => {
      for (const [language, written, expected] of cases) assert.strictEqual(normalised(language, written), expected);
    });

  it('leaves alone what is part of a word, a version, a fraction, or not a date', () => {
    for (const text of [
      'B2B, x86, 3D, A4',
      'version 2.0.1',
      '24/7',
      '1/2',
      '1,2,3',
      '#12',
      '32/13/2026',
      'room_12',
      'e.g. this',
    ])
      assert.strictEqual(normalised('en', text), text);
  });

  it('leaves texts in other languages as they are', () => {
    assert.strictEqual(normalised('ja', '12 と $5'), '12 と $5');
    assert.strictEqual(normalised('multi', '12'), '12');
  });

  it('says every number of up to six digits differently, without a digit', () => {
    const digits = fc.nat(999_999);
    fc.assert(
      fc.property(fc.constantFrom(...NORMALISED_LANGUAGES), digits, digits, (language, one, other) => {
        const [first, second] = [normalised(language, `${one}`), normalised(language, `${other}`)];
        assert.notMatch(first, /\d/u);
        assert.strictEqual(first === second, one === other);
      }),
    );
  });

  it('leaves an ordinal number of zero as it is, which languages have no word for', () => {
    for (const [language, text] of [
      ['es', 'Hace 0º fuera'],
      ['en', 'the 0th floor'],
      ['pt', '00º'],
    ] as const)
      assert.strictEqual(normalised(language, text), text);
  });

  it('finds parts in order that do not overlap', () => {
    const pieces = fc.constantFrom(
      ...[
        '0º',
        '0th',
        '$12.50',
        '24.11.2026',
        '10:30',
        '+49 30 123456',
        'a.b@c.de',
        '1.234,5',
        '7',
        '%',
        '-',
        '.',
        ',',
        ' ',
        'at',
        'Uhr',
        'May',
      ],
    );
    fc.assert(
      fc.property(fc.constantFrom(...NORMALISED_LANGUAGES), fc.array(pieces, { maxLength: 12 }), (language, parts) => {
        const text = parts.join('');
        let end = 0;
        for (const { from, to, say } of finderOf(language)(text)) {
          assert.isAtLeast(from, end);
          assert.isAbove(to, from);
          assert.notMatch(say, /\d/u);
          end = to;
        }
        assert.isAtMost(end, text.length);
      }),
    );
  });

  it('gets a German date in one segment of a reply', () => {
    const text = 'Ihr Termin ist am 24. November um 9 Uhr. Es sind noch 12. Danke.';
    assert.deepEqual(splitForSpeech(text), ['Ihr Termin ist am 24. November um 9 Uhr.', 'Es sind noch 12.', 'Danke.']);
  });
});
