import { assert } from 'chai';
import { languageInstruction, switchLanguageTool } from '../../../domain/voice/language-switch.ts';
import type { ConversationLanguages } from '../../../domain/voice/conversation-languages.ts';
import { END_CONVERSATION } from '../../../domain/voice/conversation-context.ts';
import {
  answers,
  callsAction,
  completes,
  generates,
  greeted,
  played,
  starts,
  stops,
  talks,
  type InputAt,
} from './conversation-table.ts';

const CHOICES = [
  { language: 'en', systemPrompt: 'Be kind.' },
  { language: 'de', systemPrompt: 'Be kind. Auf Deutsch.' },
  { language: 'fr', systemPrompt: 'Be kind. En français.' },
];
const by = (switchBy: ConversationLanguages['switchBy']) => ({
  systemPrompt: 'Be kind.',
  languages: { switchBy, choices: CHOICES },
  tools: switchBy === 'tool' ? [switchLanguageTool(['en', 'de', 'fr'])] : [],
});

const hears = (text: string, language?: string): InputAt => {
  const report = language === undefined ? {} : { language };
  return (at) => ({ type: 'transcriptReceived', text, final: true, processor: 'testSTT', ...report, at });
};
const switches = (language: string, name = 'switch_language'): InputAt => {
  return (at) => ({ type: 'toolCalled', generation: 2, call: { id: 'c1', name, arguments: { language } }, at });
};

describe('switching the language by detection', () => {
  it('switches before the reply to one long transcript, and the model gets the prompt of the language', () => {
    const scene = greeted(by('detection'))
      .after([2, talks], [2.8, stops])
      .plays([
        [
          3,
          hears('Wie spät ist es denn?', 'de-DE'),
          ...['switch to de', 'generate 2: Wie spät ist es denn?', 'wait model_output 8'],
        ],
      ]);
    assert.deepEqual(scene.context, [
      'system: Be kind. Auf Deutsch.',
      'agent: Hello.',
      'caller: Wie spät ist es denn?',
    ]);
  });

  const short = (scene: ReturnType<typeof greeted>, at: number, text: string, language: string) =>
    scene.after([at, talks], [at + 0.8, stops], [at + 1, hears(text, language)]);
  const isSwitched = ({ context }: ReturnType<typeof greeted>): boolean => context[0] !== 'system: Be kind.';

  it('switches at the second short transcript in a row, not at one', () => {
    const scene = short(greeted(by('detection')), 2, 'Ja bitte.', 'de');
    assert.isFalse(isSwitched(scene));
    assert.isTrue(isSwitched(short(scene, 5, 'Nein danke.', 'de')));
  });

  it('does not switch when short transcripts are in different languages', () => {
    const scene = greeted(by('detection'));
    for (const [index, language] of ['de', 'en', 'de', 'fr', 'de'].entries())
      short(scene, 2 + 3 * index, 'Ja.', language);
    assert.isFalse(isSwitched(scene));
  });

  it('ignores languages that the agent does not have, and transcripts without a language', () => {
    const scene = greeted(by('detection'));
    short(scene, 2, 'Che ore sono adesso qui?', 'it');
    scene.after([5, talks], [5.8, stops], [6, hears('Wie spät ist es denn?')]);
    assert.isFalse(isSwitched(scene));
  });

  it('switches back to the primary language', () => {
    const scene = short(greeted(by('detection')), 2, 'Wie spät ist es denn?', 'de');
    assert.isFalse(isSwitched(short(scene, 5, 'Let us speak English now.', 'en-US')));
  });

  it('discards a preemptive generation in the language before', () => {
    const scene = greeted(by('detection')).after([2, talks]);
    const stable: InputAt = (at) => ({
      ...{ type: 'transcriptReceived', text: 'Wie spät ist es denn?', final: false, stable: true },
      ...{ processor: 'testSTT', at },
    });
    scene.after([2.7, stable], [2.8, stops], [3, hears('Wie spät ist es denn?', 'de')]);
    assert.deepEqual(scene.preemptive, ['2: Wie spät ist es denn?', 'not 2']);
    assert.isTrue(isSwitched(scene));
  });
});

describe('switching the language by a tool', () => {
  const awaiting = () => greeted(by('tool')).after([2, talks], [2.8, stops], [3, hears('Deutsch, bitte.', 'de')]);

  it('switches when the model calls it, and the model answers in the new language at once', () => {
    const scene = awaiting()
      .after([3.4, switches('de')])
      .plays([
        [3.5, completes(2), 'switch to de', `generate 3: ${languageInstruction('de')}`, 'wait model_output 8'],
        [3.8, generates(3, 'Guten Tag.'), 'wait model_output 8'],
        [3.9, completes(3), 'say 4: Guten Tag.', 'end 4', 'wait first_audio 15'],
      ])
      .after([4, starts(4)], [5, played(4, 'Guten Tag.')]);
    assert.deepEqual(scene.context, [
      'system: Be kind. Auf Deutsch.',
      'agent: Hello.',
      'caller: Deutsch, bitte.',
      'agent:  [switch_language]',
      `tool: ${languageInstruction('de')}`,
      'agent: Guten Tag.',
    ]);
    assert.includeMembers(
      scene.events.map(({ type }) => type),
      ['tool_started', 'tool_done'],
    );
  });

  it('takes what the model says with the call as the answer', () => {
    const scene = awaiting()
      .after([3.2, generates(2, 'Gern. Wie kann ich helfen?')], [3.4, switches('de')])
      .plays([
        [3.5, completes(2), 'say 3: Gern. Wie kann ich helfen?', 'end 3', 'switch to de', 'wait first_audio 15'],
      ]);
    assert.include(scene.context, 'system: Be kind. Auf Deutsch.');
  });

  it('ignores a language that the agent does not have, another tool, and detected languages', () => {
    for (const call of [switches('it'), switches('de', 'speak')]) {
      const scene = awaiting().after([3.2, generates(2, 'Sorry?')], [3.4, call], [3.5, completes(2)]);
      assert.include(scene.context, 'system: Be kind.');
    }
  });

  const book = { name: 'book_table', description: '', parameters: {} };
  const acting = {
    ...by('tool'),
    tools: [...by('tool').tools, book, END_CONVERSATION],
    actions: { book_table: { hasSideEffects: true, waitingMessage: null } },
  };
  const requested = () => greeted(acting).after([2, talks], [2.8, stops], [3, hears('Auf Deutsch, bitte.')]);

  it('runs the other tools that the model calls with it', () => {
    const scene = requested().after(
      ...([
        [3.2, generates(2, 'Gern, ich buche.')],
        [3.3, switches('de')],
        [3.4, callsAction(2, 'c2', 'book_table')],
        [3.5, completes(2)],
      ] as const),
    );
    assert.includeMembers(scene.context, ['system: Be kind. Auf Deutsch.', 'agent:  [book_table]']);
    scene.after([3.6, starts(3)], [4, played(3, 'Gern, ich buche.')]);
    scene.plays([[5, answers(4, 'Booked.'), 'generate 5: Booked.', 'wait model_output 8']]);
  });

  it('ends the call when the model asks for both', () => {
    const scene = requested().after(
      ...([
        [3.2, generates(2, 'Auf Wiederhören.')],
        [3.3, switches('de')],
        [3.4, callsAction(2, 'c2', 'end_conversation')],
        [3.5, completes(2)],
        [3.6, starts(3)],
      ] as const),
    );
    scene.plays([[5, played(3, 'Auf Wiederhören.'), 'hang up: agent_ended', 'ended: agent_ended', 'no wait']]);
  });
});
