import { assert } from 'chai';
import {
  APOLOGY,
  answering,
  asked,
  breaks,
  deaf,
  done,
  dropped,
  due,
  elapses,
  fails,
  greeted,
  hears,
  hushes,
  joins,
  Scene,
  sorry,
  sounds,
  spoken,
  starts,
  thinks,
} from './conversation-table.ts';

describe('a fault', () => {
  it('of the model is covered by an apology', () => {
    const scene = asked().plays([
      [3.5, fails(2), 'stop 2', ...sorry(3), 'wait first_audio 15'],
      [4, starts(3), 'no wait'],
      [6, spoken(3, APOLOGY.join(' ')), 'wait no_activity 300'],
    ]);
    assert.equal(scene.context.at(-1), `agent: ${APOLOGY.join(' ')}`);
  });

  it('is an answer without words, and one that does not come in time', () => {
    asked().plays([[3.5, done(2), ...sorry(3), 'wait first_audio 15']]);
    asked()
      .after([4, thinks(2, ' \n')])
      .plays([[5, done(2), ...sorry(3), 'wait first_audio 15']]);
    asked().plays([[11, elapses('model_output'), 'stop 2', ...sorry(3), 'wait first_audio 15']]);
  });

  it('of the model in the middle of its answer leaves what was said, and apologises after it', () => {
    asked()
      .after([3.5, thinks(2, 'It is noon. The sun')], [4, starts(3)])
      .plays([
        [11.5, elapses('model_output'), 'stop 2', 'end 3', ...sorry(4)],
        [11.6, thinks(2, ' is out.')],
        [12, spoken(3, 'It is noon.'), 'wait first_audio 15'],
      ]);
  });

  it('ends the call when it is the third in a row, hold messages between them or not', () => {
    const scene = greeted({ hold: { afterMs: 2_000, messages: ['One moment.'] } });
    const rounds = [2, 5, 8].map((id, round): [number, number] => [id, 10 + 20 * round]);
    for (const [question, at] of rounds.slice(0, 2))
      scene
        .after([at, hears('Hello?')], [at + 2, due('One moment.')], [at + 2.2, starts(question + 1)])
        .after([at + 3, spoken(question + 1, 'One moment.')], [at + 9, elapses('model_output')])
        .after([at + 10, starts(question + 2)], [at + 12, spoken(question + 2, 'Sorry.')]);
    scene
      .after([50, hears('Hello?')])
      .plays([[51, fails(8), 'no fill', 'stop 8', 'hang up: failed', 'ended: failed', 'no wait']]);
  });

  it('is forgotten after an answer that was heard', () => {
    asked()
      .after([3.5, fails(2)], [4, starts(3)], [5, spoken(3, 'Sorry.')], [6, hears('Hello?')], [6.5, fails(4)])
      .after([7, starts(5)], [8, spoken(5, 'Sorry.')], [9, hears('Hello?')], [9.5, thinks(6, 'Here I am.')])
      .after([9.6, done(6)], [10, starts(7)], [11, spoken(7, 'Here I am.')], [12, hears('Good')])
      .plays([[13, fails(8), 'stop 8', ...sorry(9), 'wait first_audio 15']]);
  });

  it('of the voice is covered by an apology where the caller waits for an answer, and ends the call at the third', () => {
    const scene = new Scene().plays([
      [0, joins, 'say 1: Hello.', 'end 1', 'wait first_audio 15'],
      [5, breaks(1, ''), 'wait no_activity 300'],
    ]);
    scene.after([6, hears('Hello?')], [6.5, thinks(2, 'It is noon. The')]).plays([
      [8, breaks(3, ''), 'stop 2', ...sorry(4), 'wait first_audio 15'],
      [9, breaks(4, ''), 'hang up: failed', 'ended: failed', 'no wait'],
    ]);
    assert.lengthOf(
      scene.told.filter(({ type }) => type === 'ended'),
      1,
    );
  });

  it('of the voice in mid-speech keeps what was heard', () => {
    const scene = answering().plays([[5, breaks(3, 'It is noon.'), ...sorry(4), 'wait first_audio 15']]);
    assert.equal(scene.context.at(-1), 'agent: It is noon.');
  });

  it('of the transcription asks the caller to repeat, but only when something was said', () => {
    const sorryAgain = ['say 2: I am sorry, I did not catch that.', 'say 2: Could you say it again?', 'end 2'];
    greeted().plays([[2, deaf(true)]]);
    greeted()
      .after([2, sounds], [3, hushes])
      .plays([[3.5, deaf(true), ...sorryAgain, 'wait first_audio 15']]);
  });

  it('of the transcription that no retry can mend ends the call', () => {
    greeted().plays([[2, deaf(false), 'hang up: failed', 'ended: failed', 'no wait']]);
  });

  it('of the mouth that never answers is dropped in time', () => {
    asked()
      .after([3.5, thinks(2, 'It is noon.')], [3.6, done(2)])
      .plays([
        [18.6, elapses('first_audio'), 'drop 3', 'wait first_audio 15'],
        [18.6, dropped(3, ''), 'wait no_activity 300'],
      ]);
  });
});
