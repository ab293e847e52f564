import { assert } from 'chai';
import { parse } from '../../../adapters/document-text/parsers/csv.ts';
import { parsed } from './parsed.ts';

describe('the parser of CSV files', () => {
  it('puts each answer under its question, with the other columns', async () => {
    const file =
      'Topic,Answer,Question\nhours,"From nine, also\non Sundays.",When do you open?\n,Yes.,Is there parking?\nprices,,';
    assert.deepEqual(await parsed(parse, file), [
      '# When do you open?',
      'From nine, also on Sundays.',
      'Topic: hours',
      '# Is there parking?',
      'Yes.',
      '# ',
      'Topic: prices',
    ]);
  });

  for (const [language, file] of Object.entries({
    German: 'Frage;Antwort\nWann?;Um neun.',
    Hindi: 'सवाल\tजवाब\nWann?\tUm neun.',
    'any language without titles': 'Wann?|Um neun.',
  }))
    it(`finds questions in ${language}`, async () => {
      assert.deepEqual(await parsed(parse, file), ['# Wann?', 'Um neun.']);
    });

  it('finds questions of any script by their punctuation, and leaves the titles out', async () => {
    const file = 'Cliente,Nosotros\n何時ですか？,九時です。\nمتى؟,في التاسعة.';
    assert.deepEqual(await parsed(parse, file), ['# 何時ですか？', '九時です。', '# متى؟', 'في التاسعة.']);
  });

  it('names the columns in each row of any other table', async () => {
    assert.deepEqual(await parsed(parse, '\u{feff}Day,Opens,Closes\nSunday,10,17\nMonday,,\n,,\nTuesday,9,18,late'), [
      ['- Day: Sunday; Opens: 10; Closes: 17', '- Day: Monday', '- Day: Tuesday; Opens: 9; Closes: 18; late'],
    ]);
  });

  it('reads a single row, quotes within cells, and nothing in an empty table', async () => {
    assert.deepEqual(await parsed(parse, 'one,two'), [['- one; two']]);
    assert.deepEqual(await parsed(parse, 'a,b\n5" pipe,"x ""y"""'), [['- a: 5" pipe; b: x "y"']]);
    assert.deepEqual(await parsed(parse, '\n \n'), []);
  });
});
