import {
  elapses,
  final,
  connects,
  interim,
  ConversationTable,
  talks,
  played,
  starts,
  speechFails,
  cancelled,
  types,
} from './conversation-table.ts';

describe('greeting', () => {
  it('plays once, as soon as the caller is connected', () => {
    new ConversationTable({ greeting: 'Welcome to the desk, dear caller. How can I help?' }).plays([
      [
        0,
        connects,
        'say 1: Welcome to the desk,',
        'say 1: dear caller.',
        'say 1: How can I help?',
        'end 1',
        'wait first_audio 15',
      ],
      [0.1, connects],
      [0.5, starts(1), 'no wait'],
      [4, played(1, 'Welcome to the desk, dear caller. How can I help?'), 'wait no_activity 300'],
    ]);
  });

  it('is skipped when it is blank after substitution', () => {
    new ConversationTable({ greeting: ' ', ignoreUntilGreeted: true }).plays([
      [0, connects, 'mute', 'unmute', 'wait no_activity 300'],
    ]);
  });

  it('can be interrupted like any speech', () => {
    new ConversationTable().after([0, connects], [0.5, starts(1)]).plays([
      [0.7, talks, 'pause', 'wait unconfirmed_speech 3'],
      [1, interim('Wait'), 'cancel speech 1', 'resume', 'no wait'],
      [1, cancelled(1, ''), 'wait turn_end 10'],
    ]);
  });

  it('mutes the caller until its end when the agent is configured so', () => {
    new ConversationTable({ ignoreUntilGreeted: true }).plays([
      [0, connects, 'mute', 'say 1: Hello.', 'end 1', 'wait first_audio 15'],
      [0.2, talks],
      [0.3, final('Hello? Anybody there?')],
      [0.5, starts(1), 'no wait'],
      [1, played(1, 'Hello.'), 'unmute', 'wait no_activity 300'],
    ]);
  });

  it('unmutes the caller when it fails, times out or text input interrupts it', () => {
    const muted = () => new ConversationTable({ ignoreUntilGreeted: true }).after([0, connects]);
    muted().plays([[1, speechFails(1, ''), 'unmute', 'wait no_activity 300']]);
    muted().plays([
      [15, elapses('first_audio'), 'cancel speech 1', 'wait first_audio 15'],
      [15, cancelled(1, ''), 'unmute', 'wait no_activity 300'],
    ]);
    muted().plays([
      [2, types('Are you there?'), 'cancel speech 1'],
      [2, cancelled(1, ''), 'unmute', 'generate 2: Are you there?', 'wait model_output 8'],
    ]);
  });
});
