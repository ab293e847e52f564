import { assert } from 'chai';
import { seededDraws } from '../../../domain/campaigns/seeded-draws.ts';
import type { GenerationRequest } from '../../../application/ports/language-model.ts';
import { modelledWords, onlyWords, personaInstructions } from '../../../application/runtime/rehearsal/persona-model.ts';
import { lostShare, speechParts, withWrongDigit } from '../../../domain/rehearsal/persona-speech.ts';
import { scriptedWords, type CallerView } from '../../../application/runtime/rehearsal/persona-words.ts';
import { Progress } from '../../../application/runtime/rehearsal/progress.ts';
import { repeatedQuestion } from '../../../domain/rehearsal/repeated-questions.ts';
import { allAtOnce } from '../../../domain/steps.ts';
import { mannerOf } from '../../../domain/rehearsal/suite.ts';

const after = (words: string, moment: CallerView['moment'] = 'answers'): CallerView => ({
  exchanges: [{ speaker: 'agent', words }],
  moment,
});

describe('a scripted persona', () => {
  const persona = {
    facts: { name: 'Ada $1', pin: 1234 },
    opening: 'hello {{name}}',
    script: [
      { when: 'day', say: 'on sunday', times: 1 },
      { when: '(\\w+)day or', say: 'on $1day' },
      { when: 'name', say: 'it is {{name}}' },
      { when: 'pin', presses: '{{pin}}#' },
      { when: 'goodbye', say: 'bye', end: true },
    ],
    otherwise: 'what',
  };
  const words = () => scriptedWords(persona, async (steps) => allAtOnce(steps));

  it('answers by the first rule that fits and may still apply', async () => {
    const caller = words();
    assert.deepEqual(await caller.reply(after('Monday or Friday?')), { words: 'on sunday', leaves: false });
    assert.deepEqual(await caller.reply(after('Monday or Friday?')), { words: 'on Monday', leaves: false });
    assert.deepEqual(await caller.reply(after('Which day?')), { words: 'what', leaves: false });
    assert.deepEqual(await words().reply(after('Which day?')), { words: 'on sunday', leaves: false });
  });

  it('says its facts, presses keys, and hangs up', async () => {
    assert.deepEqual(await words().reply(after('Your name?')), { words: 'it is Ada $1', leaves: false });
    assert.deepEqual(await words().reply(after('Your PIN?')), { words: '', presses: '1234#', leaves: false });
    assert.deepEqual(await words().reply(after('Goodbye.')), { words: 'bye', leaves: true });
    assert.deepEqual(await words().reply({ exchanges: [], moment: 'starts' }), {
      words: 'hello Ada $1',
      leaves: false,
    });
  });

  it('interrupts with words of a rule only', async () => {
    assert.equal((await words().reply(after('Well', 'interrupts'))).words, '');
    assert.equal((await words().reply(after('The name', 'interrupts'))).words, 'it is Ada $1');
  });
});

describe('a persona of a model', () => {
  const persona = { goal: 'book a table', facts: { guests: 4 }, temper: 'angry' as const, llm: { provider: 'x' } };

  it('is given its goal, facts and temper, and the conversation from its side', async () => {
    const requests: GenerationRequest[] = [];
    const caller = modelledWords(persona, {
      async *generate(request) {
        requests.push(request);
        yield { type: 'text', text: 'Caller: "Four *sighs* of us"' };
        yield { type: 'tool_call', call: { id: 'a', name: 'end_conversation', arguments: {} } };
      },
    });
    const exchanges = [
      { speaker: 'agent', words: 'Hello?' },
      { speaker: 'caller', words: 'A table.' },
      { speaker: 'agent', words: 'How many?' },
    ] as const;
    assert.deepEqual(await caller.reply({ exchanges, moment: 'answers' }), { words: 'Four of us', leaves: true });
    const [request] = requests;
    assert.deepEqual(
      request?.messages.slice(1).map(({ role, content }) => `${role}: ${content}`),
      ['user: Hello?', 'assistant: A table.', 'user: How many?'],
    );
    for (const part of ['book a table', '- guests: 4', 'You are angry'])
      assert.include(personaInstructions(persona), part);
    await caller.reply({ exchanges: [], moment: 'starts' });
    assert.equal(requests.at(-1)?.messages.at(-1)?.role, 'user');
  });

  it('says the words of an answer, and no directions', () => {
    assert.equal(onlyWords(' (pauses) Yes,  [angry] please. '), 'Yes, please.');
    assert.equal(onlyWords('“Yes”'), 'Yes');
    assert.lengthOf(onlyWords('x '.repeat(900)), 399);
  });
});

describe('the speech of a persona', () => {
  const manner = (speech: object) => mannerOf({ speech });

  it('takes as long as its words', () => {
    const [part, ...rest] = speechParts('one two three', manner({ words_per_minute: 120 }), seededDraws(1));
    assert.isEmpty(rest);
    assert.deepEqual(part, { says: 'one two three', for_ms: 1_500 });
  });

  it('has a pause within where it makes any, and loses no word', () => {
    for (let seed = 1; seed < 20; seed += 1) {
      const parts = speechParts('one two three four', manner({ pauses: 1 }), seededDraws(seed));
      assert.equal(parts.map(({ says }) => says).join(' '), 'one two three four');
      assert.lengthOf(parts, 2);
      assert.isAtLeast(parts[1]?.wait_ms ?? 0, 250);
    }
    assert.lengthOf(speechParts('one two', manner({ pauses: 1 }), seededDraws(1)), 1);
  });

  it('has one wrong digit, in numerals and in words', () => {
    for (let seed = 1; seed < 50; seed += 1) {
      const wrong = withWrongDigit('room 12, floor Three', seededDraws(seed));
      assert.notEqual(wrong, 'room 12, floor Three');
      assert.match(wrong, /^room \d\d, floor \w+$/);
    }
    assert.equal(withWrongDigit('no number', seededDraws(1)), 'no number');
  });

  it('loses words in noise, the more the louder it is', () => {
    const recognised = (noiseDb: number): number =>
      speechParts('word '.repeat(1_000), manner({ noise_db: noiseDb }), seededDraws(7))[0]?.hears?.split(' ').length ??
      1_000;
    assert.closeTo(recognised(0), 600, 60);
    assert.closeTo(recognised(12), 960, 25);
    assert.isAbove(lostShare(5), lostShare(6));
    assert.notProperty(speechParts('a b', manner({}), seededDraws(1))[0], 'hears');
  });
});

describe('progress', () => {
  const exchange = (...words: string[]) => words.map((each) => ({ speaker: 'agent' as const, words: each }));

  it('ends after three turns without a new word, tool call, stage or field', () => {
    const progress = new Progress();
    assert.isFalse(progress.isStuckAfter(exchange('Your order is on its way.'), 0));
    assert.isFalse(progress.isStuckAfter(exchange('Thank you!', 'You are welcome.'), 0));
    assert.isFalse(progress.isStuckAfter(exchange('Goodbye.', 'Your order is on its way.'), 0));
    assert.isFalse(progress.isStuckAfter(exchange('Bye.'), 1));
    assert.isFalse(progress.isStuckAfter(exchange('Bye.'), 1));
    assert.isFalse(progress.isStuckAfter(exchange('Bye.'), 1));
    assert.isTrue(progress.isStuckAfter(exchange('Bye.'), 1));
  });

  it('continues with a new word', () => {
    const progress = new Progress();
    for (const word of ['apples', 'pears', 'plums', 'cherries', 'grapes'])
      assert.isFalse(progress.isStuckAfter(exchange(`I like ${word}`), 0));
  });
});

describe('a repeated question', () => {
  const transcript = (...words: [speaker: 'agent' | 'caller', words: string][]) =>
    words.map(([speaker, each], at) => ({ speaker, words: each, atMs: at, endMs: at }));

  const repeated = (calls: ReturnType<typeof transcript>) => allAtOnce(repeatedQuestion(calls));

  it('is one that the caller answered before', () => {
    const question = 'And on which day would you come?';
    const calls = transcript(['agent', 'On which day would you come?'], ['caller', 'friday'], ['agent', question]);
    assert.equal(repeated(calls), question);
  });

  it('is none before an answer, of other words, or of a word or two', () => {
    assert.isNull(repeated(transcript(['agent', 'On which day is it?'], ['agent', 'On which day is it?'])));
    assert.isNull(
      repeated(transcript(['agent', 'On which day?'], ['caller', 'friday'], ['agent', 'At what time then?'])),
    );
    assert.isNull(repeated(transcript(['agent', 'Is that right?'], ['caller', 'no'], ['agent', 'What is wrong?'])));
    assert.isNull(repeated(transcript(['agent', 'Right?'], ['caller', 'no'], ['agent', 'Right?'])));
  });
});
