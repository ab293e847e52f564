import {
  replying,
  awaitingReply,
  speechFails,
  callsTool,
  sttFails,
  completes,
  cancelled,
  elapses,
  greeted,
  final,
  stops,
  connects,
  disconnects,
  ConversationTable,
  apology,
  talks,
  played,
  starts,
  generates,
  types,
  type Row,
} from './conversation-table.ts';

describe('call ended by the agent', () => {
  it('plays out the reply, mutes the caller and hangs up', () => {
    awaitingReply().plays([
      [3.5, generates(2, 'Goodbye then.'), 'wait model_output 8'],
      [3.6, callsTool(2, 'end_conversation'), 'wait model_output 8'],
      [3.7, completes(2), 'say 3: Goodbye then.', 'end 3', 'mute', 'wait last_words 60'],
      [4, starts(3), 'wait last_words 60'],
      [4.2, talks],
      [4.4, final('Wait, one more thing')],
      [4.5, types('Wait')],
      [4.6, stops],
      [4.7, sttFails(false)],
      [5, played(3, 'Goodbye then.'), 'hang up: agent_ended', 'ended: agent_ended', 'no wait'],
    ]);
  });

  it('hangs up at once when the reply has no words', () => {
    awaitingReply()
      .after([3.6, callsTool(2, 'end_conversation')])
      .plays([[3.7, completes(2), 'mute', 'hang up: agent_ended', 'ended: agent_ended', 'no wait']]);
  });

  it('resumes output that an unconfirmed sound had paused', () => {
    awaitingReply()
      .after([3.5, generates(2, 'Goodbye then.')], [3.6, callsTool(2, 'end_conversation')], [3.6, talks])
      .plays([[3.7, completes(2), 'say 3: Goodbye then.', 'end 3', 'mute', 'resume', 'wait last_words 60']]);
  });

  it('hangs up after one minute of last words', () => {
    awaitingReply()
      .after(
        [3.5, generates(2, 'Goodbye then.')],
        [3.6, callsTool(2, 'end_conversation')],
        [3.7, completes(2)],
        [4, starts(3)],
      )
      .plays([
        [64, elapses('last_words'), 'hang up: agent_ended', 'cancel speech 3'],
        [64, cancelled(3, 'Goodbye'), 'ended: agent_ended'],
      ]);
  });

  it('continues after a call of any other tool', () => {
    awaitingReply()
      .after([3.6, callsTool(2, 'sing')])
      .plays([[3.7, completes(2), ...apology(3), 'wait first_audio 15']]);
  });
});

describe('disconnection', () => {
  const gone = disconnects('caller_left');
  const leaving: Record<string, [ConversationTable, Row[]]> = {
    'before the call begins': [new ConversationTable(), [[1, gone, 'ended: caller_left']]],
    'in the greeting': [
      new ConversationTable().after([0, connects], [1, starts(1)]),
      [
        [2, gone, 'cancel speech 1'],
        [2, cancelled(1, 'Hel'), 'ended: caller_left'],
      ],
    ],
    'in silence': [greeted(), [[2, gone, 'ended: caller_left', 'no wait']]],
    'in mid-word': [greeted().after([2, talks]), [[2.5, gone, 'ended: caller_left', 'no wait']]],
    'during the generation': [awaitingReply(), [[3.5, gone, 'cancel generation 2', 'ended: caller_left', 'no wait']]],
    'during agent speech': [
      replying(),
      [
        [5, gone, 'cancel speech 3'],
        [5, played(3, 'It is noon. The sun is out.'), 'ended: caller_left'],
      ],
    ],
    'while the agent is held': [
      replying().after([5, talks]),
      [
        [5.5, gone, 'cancel speech 3', 'resume', 'no wait'],
        [5.5, speechFails(3, 'It'), 'ended: caller_left'],
      ],
    ],
    'in the goodbye': [
      greeted({ idleMs: 5_000, closingMessage: 'Goodbye.' }).after([6, elapses('idle')], [6.2, starts(2)]),
      [
        [6.5, gone, 'cancel speech 2', 'no wait'],
        [6.5, cancelled(2, 'Good'), 'ended: caller_left'],
      ],
    ],
  };
  for (const [when, [scene, rows]] of Object.entries(leaving))
    it(`ends the call ${when} and ignores later inputs`, () => {
      scene.plays(rows).plays([
        [70, gone],
        [70, talks],
        [70, final('Hello?')],
        [70, elapses('idle')],
        [70, generates(2, 'It is noon. ')],
        [70, connects],
      ]);
    });

  it('hangs up only when the runtime ends the call', () => {
    greeted().plays([[2, disconnects('shutdown'), 'hang up: shutdown', 'ended: shutdown', 'no wait']]);
  });
});
