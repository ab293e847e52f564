import { assert } from 'chai';
import {
  replying,
  awaitingReply,
  sttFails,
  completes,
  cancelled,
  holdMessageDue,
  elapses,
  final,
  stops,
  interim,
  talks,
  played,
  starts,
  generates,
} from './conversation-table.ts';

describe('interruption', () => {
  it('pauses output at the first sound, cancels it at the first words and answers them', () => {
    const scene = replying().plays([
      [5, talks, 'pause', 'wait unconfirmed_speech 3'],
      [5.4, interim('And'), 'cancel speech 3', 'resume', 'no wait'],
      [5.4, cancelled(3, 'It is noon. The'), 'wait turn_end 10'],
      [6, stops, 'wait final_transcript 3'],
      [6.3, final('And in Paris?'), 'generate 4: And in Paris?', 'wait model_output 8'],
    ]);
    assert.deepEqual(scene.context, [
      'agent: Hello.',
      'caller: What time is it?',
      'agent: It is noon. The',
      'caller: And in Paris?',
    ]);
  });

  it('cancels the running generation and speaks no more of it', () => {
    awaitingReply()
      .after([3.5, generates(2, 'It is noon. The sun')], [4, starts(3)])
      .plays([
        [5, talks, 'pause', 'wait unconfirmed_speech 3'],
        [5.4, interim('And'), 'cancel generation 2', 'cancel speech 3', 'resume', 'no wait'],
        [5.4, cancelled(3, 'It is'), 'wait turn_end 10'],
        [5.5, generates(2, ' is out. ')],
        [5.6, completes(2)],
      ]);
  });

  it('starts the generation only when the played text is known', () => {
    const scene = replying().plays([
      [5, talks, 'pause', 'wait unconfirmed_speech 3'],
      [5.3, stops, 'wait false_interruption 2'],
      [5.4, final('And in Paris?'), 'cancel speech 3', 'resume', 'no wait'],
      [5.5, cancelled(3, 'It is noon.'), 'generate 4: And in Paris?', 'wait model_output 8'],
    ]);
    assert.deepEqual(scene.context.slice(2), ['agent: It is noon.', 'caller: And in Paris?']);
  });

  it('cancels all queued speeches', () => {
    const hold = { afterMs: 2_000, messages: ['One moment.'] };
    const scene = awaitingReply({ hold })
      .after([5, holdMessageDue('One moment.')], [5.2, starts(3)], [5.4, generates(2, 'It is noon. ')], [5.5, talks])
      .plays([
        [
          5.8,
          final('Hurry up'),
          'no hold message',
          'cancel generation 2',
          'cancel speech 3',
          'cancel speech 4',
          'resume',
          'no wait',
        ],
        [5.8, cancelled(3, 'One'), 'wait first_audio 15'],
        [5.8, cancelled(4, ''), 'wait turn_end 10'],
      ]);
    assert.deepEqual(scene.context, ['agent: Hello.', 'caller: What time is it?']);
  });
});

describe('false interruption', () => {
  it('ends at an empty final transcript', () => {
    replying().plays([
      [5, talks, 'pause', 'wait unconfirmed_speech 3'],
      [5.6, stops, 'wait false_interruption 2'],
      [5.8, final(''), 'resume', 'no wait'],
      [9, played(3, 'It is noon. The sun is out.'), 'wait no_activity 300'],
    ]);
  });

  it('ends after 2 s of silence', () => {
    replying().plays([
      [5, talks, 'pause', 'wait unconfirmed_speech 3'],
      [5.6, stops, 'wait false_interruption 2'],
      [7.6, elapses('false_interruption'), 'resume', 'wait final_transcript 3'],
      [10.6, elapses('final_transcript')],
    ]);
  });

  it('ends after 3 s of noise without words', () => {
    replying().plays([
      [5, talks, 'pause', 'wait unconfirmed_speech 3'],
      [8, elapses('unconfirmed_speech'), 'resume'],
      [9, stops, 'wait final_transcript 3'],
      [9.2, final(''), 'no wait'],
    ]);
  });

  it('pauses output for 5 s in total under intermittent noise, once per utterance', () => {
    replying().plays([
      [5, talks, 'pause', 'wait unconfirmed_speech 3'],
      [6, stops, 'wait false_interruption 2'],
      [7, talks, 'wait unconfirmed_speech 3'],
      [7.2, final('')],
      [8, stops, 'wait false_interruption 2'],
      [9, talks, 'wait unconfirmed_speech 1'],
      [10, elapses('unconfirmed_speech'), 'resume'],
      [10.5, stops, 'wait final_transcript 3'],
      [11, talks, 'no wait'],
      [11.5, stops, 'wait final_transcript 3'],
      [11.7, final(''), 'no wait'],
      [12, talks, 'pause', 'wait unconfirmed_speech 3'],
    ]);
  });

  it('keeps the generation running and speaks its reply afterwards', () => {
    awaitingReply().plays([
      [3.2, talks, 'pause', 'wait unconfirmed_speech 3'],
      [3.5, generates(2, 'It is noon. '), 'say 3: It is noon.', 'wait unconfirmed_speech 3'],
      [3.6, completes(2), 'end 3'],
      [3.8, stops, 'wait false_interruption 2'],
      [4, final(''), 'resume', 'wait first_audio 15'],
    ]);
  });

  it('ends when transcription fails, and the agent asks the caller to repeat', () => {
    replying().plays([
      [5, talks, 'pause', 'wait unconfirmed_speech 3'],
      [5.5, stops, 'wait false_interruption 2'],
      [
        5.7,
        sttFails(true),
        'say 4: I am sorry, I did not catch that.',
        'say 4: Could you say it again?',
        'end 4',
        'wait false_interruption 2',
      ],
      [7.7, elapses('false_interruption'), 'resume'],
    ]);
  });
});

describe('minimum of words', () => {
  const picky = { interruptionMinWords: 3 };

  it('keeps the agent speaking over short utterances and out of the context', () => {
    const scene = replying(picky).plays([
      [5, talks],
      [5.2, interim('mhm')],
      [5.5, stops, 'wait final_transcript 3'],
      [5.7, final('Mhm, yes.'), 'no wait'],
      [6.5, talks],
      [6.8, stops, 'wait final_transcript 3'],
      [7, final('Okay.'), 'no wait'],
      [9, played(3, 'It is noon. The sun is out.'), 'wait no_activity 300'],
      [10, talks, 'wait no_activity 300'],
      [10.5, stops, 'wait final_transcript 3'],
      [10.6, final('Thanks'), 'generate 4: Thanks', 'wait model_output 8'],
    ]);
    assert.deepEqual(scene.context.slice(2), ['agent: It is noon. The sun is out.', 'caller: Thanks']);
  });

  it('interrupts at that many words in one transcript, without a pause before', () => {
    const scene = replying(picky).plays([
      [5, talks],
      [5.3, interim('no no')],
      [5.5, interim('no no stop'), 'cancel speech 3'],
      [5.5, cancelled(3, 'It is noon.'), 'wait turn_end 10'],
      [6, stops, 'wait final_transcript 3'],
      [6.2, final('No.'), 'generate 4: No.', 'wait model_output 8'],
    ]);
    assert.deepEqual(scene.context.slice(2), ['agent: It is noon.', 'caller: No.']);
  });

  it('is not summed over transcripts', () => {
    replying(picky).plays([
      [5, talks],
      [5.3, final('yes')],
      [5.6, final('yes okay')],
      [5.9, final('sure')],
      [6.2, stops, 'wait final_transcript 3'],
      [6.3, final(''), 'no wait'],
    ]);
  });

  it('applies only while the agent is audible, else one word is enough', () => {
    awaitingReply(picky).plays([
      [3.4, talks, 'pause', 'wait unconfirmed_speech 3'],
      [3.6, interim('wait'), 'cancel generation 2', 'resume', 'wait turn_end 10'],
    ]);
  });

  it('pauses the agent at the first sound if it is one word', () => {
    replying({ interruptionMinWords: 1 }).plays([[5, talks, 'pause', 'wait unconfirmed_speech 3']]);
  });

  it('lets a caller continue who started over the agent', () => {
    replying(picky).plays([
      [8.5, talks],
      [9, played(3, 'It is noon. The sun is out.'), 'wait no_activity 300'],
      [9.2, interim('Great'), 'wait turn_end 10'],
      [9.5, stops, 'wait final_transcript 3'],
      [9.6, final('Great.'), 'generate 4: Great.', 'wait model_output 8'],
    ]);
  });
});
