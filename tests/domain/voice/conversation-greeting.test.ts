import {
  elapses,
  hears,
  joins,
  partly,
  Scene,
  sounds,
  spoken,
  starts,
  breaks,
  dropped,
  types,
} from './conversation-table.ts';

describe('the greeting', () => {
  it('is spoken as soon as the caller is there, and only once', () => {
    new Scene({ greeting: 'Welcome to the desk, dear caller. How can I help?' }).plays([
      [
        0,
        joins,
        'say 1: Welcome to the desk,',
        'say 1: dear caller.',
        'say 1: How can I help?',
        'end 1',
        'wait first_audio 15',
      ],
      [0.1, joins],
      [0.5, starts(1), 'no wait'],
      [4, spoken(1, 'Welcome to the desk, dear caller. How can I help?'), 'wait no_activity 300'],
    ]);
  });

  it('may be empty after substitution, and the caller is simply listened to', () => {
    new Scene({ greeting: ' ', ignoreUntilGreeted: true }).plays([
      [0, joins, 'mute', 'unmute', 'wait no_activity 300'],
    ]);
  });

  it('is interrupted like any speech', () => {
    new Scene().after([0, joins], [0.5, starts(1)]).plays([
      [0.7, sounds, 'hold', 'wait unconfirmed_speech 3'],
      [1, partly('Wait'), 'drop 1', 'resume', 'no wait'],
      [1, dropped(1, ''), 'wait stalled_turn 10'],
    ]);
  });

  it('mutes the caller until it was spoken, when the agent is set so', () => {
    new Scene({ ignoreUntilGreeted: true }).plays([
      [0, joins, 'mute', 'say 1: Hello.', 'end 1', 'wait first_audio 15'],
      [0.2, sounds],
      [0.3, hears('Hello? Anybody there?')],
      [0.5, starts(1), 'no wait'],
      [1, spoken(1, 'Hello.'), 'unmute', 'wait no_activity 300'],
    ]);
  });

  it('unmutes the caller also when it fails, is never heard of again, or typed text overtakes it', () => {
    const muted = () => new Scene({ ignoreUntilGreeted: true }).after([0, joins]);
    muted().plays([[1, breaks(1, ''), 'unmute', 'wait no_activity 300']]);
    muted().plays([
      [15, elapses('first_audio'), 'drop 1', 'wait first_audio 15'],
      [15, dropped(1, ''), 'unmute', 'wait no_activity 300'],
    ]);
    muted().plays([
      [2, types('Are you there?'), 'drop 1'],
      [2, dropped(1, ''), 'unmute', 'think 2: Are you there?', 'wait model_output 8'],
    ]);
  });
});
