import { assert } from 'chai';
import {
  replying,
  awaitingReply,
  completes,
  cancelled,
  elapses,
  greeted,
  final,
  stops,
  interim,
  talks,
  played,
  starts,
  generates,
  type ConversationTable,
} from './conversation-table.ts';
import { FAR, NEAR, sounds } from './continuing-sound.ts';

/** An agent that asks something (speech 3) since 4 s. */
const asking = (): ConversationTable =>
  awaitingReply().after([3.5, generates(2, 'It is noon. Shall I go on?')], [3.8, completes(2)], [4, starts(3)]);
const MESSAGE = 'It is noon. Shall I go on?';

describe('backchannel', () => {
  it('resumes the agent as soon as it is recognised and stays out of the context', () => {
    const scene = replying().plays([
      [5, talks, 'pause', 'wait unconfirmed_speech 3'],
      [5.3, interim('Mhm'), 'resume', 'no wait'],
      [5.6, stops, 'wait final_transcript 3'],
      [5.8, final('Mhm, yes.'), 'no wait'],
      [9, played(3, 'It is noon. The sun is out.'), 'wait no_activity 300'],
      [10, talks, 'wait no_activity 300'],
      [10.5, stops, 'wait final_transcript 3'],
      [10.6, final('Thanks'), 'generate 4: Thanks', 'wait model_output 8'],
    ]);
    assert.deepEqual(scene.context.slice(2), ['agent: It is noon. The sun is out.', 'caller: Thanks']);
  });

  it('leaves the agent paused when the caller speaks again by the time it is recognised', () => {
    const speaksAgain = () =>
      replying().plays([
        [5, talks, 'pause', 'wait unconfirmed_speech 3'],
        [5.4, stops, 'wait false_interruption 2'],
        [5.6, talks, 'wait unconfirmed_speech 3'],
        [5.8, final('Okay.')],
        [7, stops, 'wait false_interruption 2'],
      ]);
    speaksAgain().plays([[7.4, final('Wait a moment'), 'cancel speech 3', 'resume', 'no wait']]);
    speaksAgain().plays([[7.4, final('Yes.'), 'resume', 'no wait']]);
    speaksAgain().plays([[9, elapses('false_interruption'), 'resume', 'wait final_transcript 3']]);
  });

  it('resumes the agent although the background is heard again', () => {
    replying().plays([
      [5, sounds(NEAR), 'pause', 'wait unconfirmed_speech 3'],
      [5.4, stops, 'wait false_interruption 2'],
      [5.6, sounds(FAR), 'wait unconfirmed_speech 3'],
      [5.8, final('Okay.'), 'resume', 'no wait'],
    ]);
  });

  it('interrupts the agent when more words follow', () => {
    const scene = replying().plays([
      [5, talks, 'pause', 'wait unconfirmed_speech 3'],
      [5.3, interim('Yes'), 'resume', 'no wait'],
      [5.6, interim('Yes but where'), 'cancel speech 3'],
      [5.6, cancelled(3, 'It is noon.'), 'wait turn_end 10'],
      [6, stops, 'wait final_transcript 3'],
      [6.2, final('Yes, but where?'), 'generate 4: Yes, but where?', 'wait model_output 8'],
    ]);
    assert.deepEqual(scene.context.slice(2), ['agent: It is noon.', 'caller: Yes, but where?']);
  });

  it('starts a turn while the agent is silent', () => {
    greeted().plays([
      [2, talks, 'wait no_activity 300'],
      [2.5, stops, 'wait final_transcript 3'],
      [2.7, final('Okay.'), 'generate 2: Okay.', 'wait model_output 8'],
    ]);
  });

  it('is recognised in the language of the agent', () => {
    for (const [language, text] of [
      ['hi', 'हाँ जी'],
      ['de-AT', 'Ja, genau.'],
      ['en', 'I see'],
    ] as const)
      replying({ language })
        .after([5, talks])
        .plays([[5.3, final(text), 'resume', 'no wait']]);
    replying({ language: 'en' })
      .after([5, talks])
      .plays([[5.3, final('genau'), 'cancel speech 3', 'resume', 'no wait']]);
  });

  it('answers a question of the agent when it overlaps its last words', () => {
    const scene = asking()
      .after([5, talks], [5.3, stops], [5.5, final('Yes.')])
      .plays([[6.5, played(3, MESSAGE), 'generate 4: Yes.', 'wait model_output 8']]);
    assert.deepEqual(scene.context.slice(2), [`agent: ${MESSAGE}`, 'caller: Yes.']);
  });

  it('answers neither a statement nor a question that ends much later', () => {
    replying()
      .after([5, final('Yes.')])
      .plays([[5.5, played(3, 'It is noon. The sun is out.'), 'wait no_activity 300']]);
    asking()
      .after([5, final('Yes.')])
      .plays([[7, played(3, MESSAGE), 'wait no_activity 300']]);
  });

  it('is not an answer while the caller is still speaking', () => {
    asking()
      .after([5, final('Yes.')], [5.4, talks])
      .plays([[5.8, played(3, MESSAGE), 'wait unconfirmed_speech 3']]);
  });
});
