import {
  answering,
  asked,
  breaks,
  calls,
  deaf,
  done,
  dropped,
  elapses,
  greeted,
  hears,
  hushes,
  joins,
  leaves,
  Scene,
  sorry,
  sounds,
  spoken,
  starts,
  thinks,
  types,
  type Row,
} from './conversation-table.ts';

describe('an agent that ends the call', () => {
  it('says the words of the same answer to their end, hears nothing meanwhile, and hangs up', () => {
    asked().plays([
      [3.5, thinks(2, 'Goodbye then.'), 'wait model_output 8'],
      [3.6, calls(2, 'end_conversation'), 'wait model_output 8'],
      [3.7, done(2), 'say 3: Goodbye then.', 'end 3', 'mute', 'wait last_words 60'],
      [4, starts(3), 'wait last_words 60'],
      [4.2, sounds],
      [4.4, hears('Wait, one more thing')],
      [4.5, types('Wait')],
      [4.6, hushes],
      [4.7, deaf(false)],
      [5, spoken(3, 'Goodbye then.'), 'hang up: agent_ended', 'ended: agent_ended', 'no wait'],
    ]);
  });

  it('hangs up at once when it has nothing to say', () => {
    asked()
      .after([3.6, calls(2, 'end_conversation')])
      .plays([[3.7, done(2), 'mute', 'hang up: agent_ended', 'ended: agent_ended', 'no wait']]);
  });

  it('lets go of a caller who only made a sound', () => {
    asked()
      .after([3.5, thinks(2, 'Goodbye then.')], [3.6, calls(2, 'end_conversation')], [3.6, sounds])
      .plays([[3.7, done(2), 'say 3: Goodbye then.', 'end 3', 'mute', 'resume', 'wait last_words 60']]);
  });

  it('waits for its goodbye no longer than a minute', () => {
    asked()
      .after([3.5, thinks(2, 'Goodbye then.')], [3.6, calls(2, 'end_conversation')], [3.7, done(2)], [4, starts(3)])
      .plays([
        [64, elapses('last_words'), 'hang up: agent_ended', 'drop 3'],
        [64, dropped(3, 'Goodbye'), 'ended: agent_ended'],
      ]);
  });

  it('is not one that calls another tool', () => {
    asked()
      .after([3.6, calls(2, 'sing')])
      .plays([[3.7, done(2), ...sorry(3), 'wait first_audio 15']]);
  });
});

describe('a caller who leaves', () => {
  const gone = leaves('caller_left');
  const leaving: Record<string, [Scene, Row[]]> = {
    'before the call begins': [new Scene(), [[1, gone, 'ended: caller_left']]],
    'in the greeting': [
      new Scene().after([0, joins], [1, starts(1)]),
      [
        [2, gone, 'drop 1'],
        [2, dropped(1, 'Hel'), 'ended: caller_left'],
      ],
    ],
    'in silence': [greeted(), [[2, gone, 'ended: caller_left', 'no wait']]],
    'in mid-word': [greeted().after([2, sounds]), [[2.5, gone, 'ended: caller_left', 'no wait']]],
    'while the model thinks': [asked(), [[3.5, gone, 'stop 2', 'ended: caller_left', 'no wait']]],
    'while the agent speaks': [
      answering(),
      [
        [5, gone, 'drop 3'],
        [5, spoken(3, 'It is noon. The sun is out.'), 'ended: caller_left'],
      ],
    ],
    'while the agent is held': [
      answering().after([5, sounds]),
      [
        [5.5, gone, 'drop 3', 'resume', 'no wait'],
        [5.5, breaks(3, 'It'), 'ended: caller_left'],
      ],
    ],
    'in the goodbye': [
      greeted({ idleMs: 5_000, closingMessage: 'Goodbye.' }).after([6, elapses('idle')], [6.2, starts(2)]),
      [
        [6.5, gone, 'drop 2', 'no wait'],
        [6.5, dropped(2, 'Good'), 'ended: caller_left'],
      ],
    ],
  };
  for (const [when, [scene, rows]] of Object.entries(leaving))
    it(`ends the call ${when}, and nothing happens afterwards`, () => {
      scene.plays(rows).plays([
        [70, gone],
        [70, sounds],
        [70, hears('Hello?')],
        [70, elapses('idle')],
        [70, thinks(2, 'It is noon. ')],
        [70, joins],
      ]);
    });

  it('is told from a call that we end: then the line is hung up', () => {
    greeted().plays([[2, leaves('shutdown'), 'hang up: shutdown', 'ended: shutdown', 'no wait']]);
  });
});
