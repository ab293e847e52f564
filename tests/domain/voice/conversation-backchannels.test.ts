import { assert } from 'chai';
import {
  answering,
  asked,
  done,
  dropped,
  greeted,
  hears,
  hushes,
  partly,
  sounds,
  spoken,
  starts,
  thinks,
  type Scene,
} from './conversation-table.ts';

/** An agent that asks something (speech 3) since 4 s. */
const asking = (): Scene =>
  asked().after([3.5, thinks(2, 'It is noon. Shall I go on?')], [3.8, done(2)], [4, starts(3)]);
const SAID = 'It is noon. Shall I go on?';

describe('what a listener murmurs', () => {
  it('pauses the agent no longer than it takes to be understood, and never reaches the prompt', () => {
    const scene = answering().plays([
      [5, sounds, 'hold', 'wait unconfirmed_speech 3'],
      [5.3, partly('Mhm'), 'resume', 'no wait'],
      [5.6, hushes, 'wait final_transcript 3'],
      [5.8, hears('Mhm, yes.'), 'no wait'],
      [9, spoken(3, 'It is noon. The sun is out.'), 'wait no_activity 300'],
      [10, sounds, 'wait no_activity 300'],
      [10.5, hushes, 'wait final_transcript 3'],
      [10.6, hears('Thanks'), 'think 4: Thanks', 'wait model_output 8'],
    ]);
    assert.deepEqual(scene.context.slice(2), ['agent: It is noon. The sun is out.', 'caller: Thanks']);
  });

  it('interrupts when more follows', () => {
    const scene = answering().plays([
      [5, sounds, 'hold', 'wait unconfirmed_speech 3'],
      [5.3, partly('Yes'), 'resume', 'no wait'],
      [5.6, partly('Yes but where'), 'drop 3'],
      [5.6, dropped(3, 'It is noon.'), 'wait stalled_turn 10'],
      [6, hushes, 'wait final_transcript 3'],
      [6.2, hears('Yes, but where?'), 'think 4: Yes, but where?', 'wait model_output 8'],
    ]);
    assert.deepEqual(scene.context.slice(2), ['agent: It is noon.', 'caller: Yes, but where?']);
  });

  it('is a turn like any other while the agent is silent', () => {
    greeted().plays([
      [2, sounds, 'wait no_activity 300'],
      [2.5, hushes, 'wait final_transcript 3'],
      [2.7, hears('Okay.'), 'think 2: Okay.', 'wait model_output 8'],
    ]);
  });

  it('is understood in the language of the agent', () => {
    for (const [language, text] of [
      ['hi', 'हाँ जी'],
      ['de-AT', 'Ja, genau.'],
      ['en', 'I see'],
    ] as const)
      answering({ language })
        .after([5, sounds])
        .plays([[5.3, hears(text), 'resume', 'no wait']]);
    answering({ language: 'en' })
      .after([5, sounds])
      .plays([[5.3, hears('genau'), 'drop 3', 'resume', 'no wait']]);
  });

  it('answers the question into whose last words it was said', () => {
    const scene = asking()
      .after([5, sounds], [5.3, hushes], [5.5, hears('Yes.')])
      .plays([[6.5, spoken(3, SAID), 'think 4: Yes.', 'wait model_output 8']]);
    assert.deepEqual(scene.context.slice(2), [`agent: ${SAID}`, 'caller: Yes.']);
  });

  it('answers nothing that was no question, or came much later', () => {
    answering()
      .after([5, hears('Yes.')])
      .plays([[5.5, spoken(3, 'It is noon. The sun is out.'), 'wait no_activity 300']]);
    asking()
      .after([5, hears('Yes.')])
      .plays([[7, spoken(3, SAID), 'wait no_activity 300']]);
  });

  it('leaves the answer to a caller who is saying more', () => {
    asking()
      .after([5, hears('Yes.')], [5.4, sounds])
      .plays([[5.8, spoken(3, SAID), 'wait unconfirmed_speech 3']]);
  });
});
