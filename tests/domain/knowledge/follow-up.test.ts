import { assert } from 'chai';
import fc from 'fast-check';
import { searchWords } from '../../../domain/knowledge/follow-up.ts';
import type { ChatMessage } from '../../../domain/voice/conversation-context.ts';

/** A conversation: the caller's words, those of the agent with a dash. */
const talk = (...lines: string[]): ChatMessage[] =>
  lines.map((line) =>
    line.startsWith('- ') ? { role: 'assistant', content: line.slice(2) } : { role: 'user', content: line },
  );

describe('searchWords', () => {
  const cases: readonly (readonly [language: string, lines: string[], wanted: string])[] = [
    ['English', ['When are you open on Saturdays?', '- From nine.', 'And on Sundays?'], 'open And on Sundays?'],
    ['English', ['Do you have a sauna?', '- Yes.', 'What does it cost?'], 'sauna What does it cost?'],
    ['English', ['Do you have a sauna?', '- Yes.', 'How much?'], 'sauna How much?'],
    ['English', ['Where can I park?', '- Beside the barn.', 'what about bicycles'], 'park what about bicycles'],
    ['German', ['Wann habt ihr am Samstag geöffnet?', '- Ab neun.', 'Und am Sonntag?'], 'geöffnet Und am Sonntag?'],
    ['German', ['Gibt es eine Sauna?', '- Ja.', 'Was kostet das?'], 'sauna Was kostet das?'],
    ['French', ['Avez-vous un parking ?', '- Oui.', 'Et le dimanche ?'], 'avez-vous parking Et le dimanche ?'],
    ['Spanish', ['¿Cuándo abren los sábados?', '- A las nueve.', '¿Y los domingos?'], 'abren ¿Y los domingos?'],
    ['Italian', ['Avete una piscina?', '- Sì.', 'E quanto costa?'], 'piscina E quanto costa?'],
    ['Portuguese', ['Vocês têm estacionamento?', '- Sim.', 'E aos domingos?'], 'estacionamento E aos domingos?'],
    ['Dutch', ['Wanneer zijn jullie zaterdag open?', '- Vanaf negen.', 'En op zondag?'], 'open En op zondag?'],
    ['Hindi', ['शनिवार को दुकान कब खुलती है?', '- नौ बजे।', 'और रविवार को?'], 'दुकान खुलती और रविवार को?'],
    ['Chinese', ['你们星期六几点开门？', '- 九点。', '那星期天呢？'], '你们星期六几点开门？ 那星期天呢？'],
  ];
  for (const [language, lines, wanted] of cases)
    it(`carries the topic over to “${lines.at(-1)}” in ${language}`, () => {
      assert.equal(searchWords(talk(...lines)), wanted);
    });

  it('keeps a question that is complete', () => {
    for (const whole of [
      'Where is the nearest railway station?',
      'Can I bring my dog to the restaurant?',
      'Wo finde ich den Aufzug zum Parkhaus?',
      'Is it true that you rent electric bicycles to children?',
      'Is there a parking lot?',
      'Haben Sie ein Schwimmbad?',
      'Gibt es eine Sauna?',
      'Wann ist die Sauna offen?',
      'Il y a un parking ?',
      'Ci sono camere libere?',
      'Is er een zwembad?',
      'Does this hotel have a gym?',
      'thank you',
      'Parking',
    ])
      assert.equal(searchWords(talk('When do you open?', '- At nine.', whole)), whole);
  });

  it('goes back over several follow-ups, and a later day replaces an earlier one', () => {
    const lines = ['When is the pool open on Saturdays?', '- Nine.', 'And on Sundays?', '- Ten.', 'And on Mondays?'];
    assert.equal(searchWords(talk(...lines)), 'pool open And on Mondays?');
  });

  it('takes the topic of the agent’s words where the caller named none, and where the caller agrees', () => {
    const offer = '- Hello! Would you like to hear about our spa packages?';
    assert.equal(searchWords(talk(offer, 'What do they cost?')), 'hear spa packages What do they cost?');
    assert.equal(searchWords(talk('Hm', offer, 'Yes, please.')), 'hear spa packages Yes, please.');
  });

  describe('with a topic that a model named', () => {
    const searched = (words: string, last: string, language = 'en') =>
      searchWords(talk('Who runs it?', '- Doctor Kestrel does.', last), { words, language });

    it('carries it over in place of the earlier words', () => {
      const topic = 'Doctor Kestrel clinic';
      assert.equal(searched(topic, 'And where is her office?'), 'doctor kestrel clinic And where is her office?');
      assert.equal(searched('opening hours Saturday', 'And on Sundays?'), 'opening hours And on Sundays?');
      assert.equal(searched('诊所 医生', '她的办公室在哪里'), '诊所 医生 她的办公室在哪里');
    });

    it('keeps a question that is complete', () => {
      for (const whole of ['Where is the nearest railway station?', 'Parking', '停车场在哪里'])
        assert.equal(searched('Doctor Kestrel clinic', whole), whole);
    });

    it('completes short turns in languages without tables, and long ones do without', () => {
      assert.equal(searched('godziny otwarcia', 'A w niedziele?', 'pl'), 'godziny otwarcia A w niedziele?');
      const whole = 'Gdzie jest najbliższy dworzec kolejowy?';
      assert.equal(searched('godziny otwarcia', whole, 'pl'), whole);
      assert.equal(searched('opening hours', 'Parking', 'en-GB'), 'Parking');
    });
  });

  it('is the question where nothing was said before', () => {
    assert.equal(searchWords(talk('And on Sundays?')), 'And on Sundays?');
    assert.equal(searchWords([]), '');
  });

  it('always ends with the caller’s last words and stays short', () => {
    const line = fc.string({ maxLength: 80, unit: 'grapheme' });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), (lines) => {
        const last = lines.at(-1)!.trim();
        const found = searchWords(lines.map((content) => ({ role: 'user', content })));
        assert.isTrue(found.endsWith(last));
        assert.isAtMost(found.length, last.length + 8 * 81);
      }),
      { numRuns: 200 },
    );
  });
});
