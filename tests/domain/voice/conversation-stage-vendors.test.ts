import { assert } from 'chai';
import { completes, played, starts, types } from './conversation-table.ts';
import { changesTo, staged, twoStages } from './conversation-with-stages.ts';

const VOICE = { tts_config: { provider: 'test_tts', model: 'b' } };
const LANGUAGES = {
  language: 'en',
  languages: {
    switchBy: 'tool',
    choices: [
      { language: 'en', systemPrompt: 'Be kind.' },
      { language: 'de', systemPrompt: 'Sei nett.' },
    ],
  },
} as const;

describe('a stage with a voice, a model or a language of its own', () => {
  it('has them after the last words of the stage before', () => {
    const words = { on_exit: [{ say: 'One moment.' }] };
    staged(twoStages(words, { ...VOICE, on_enter: [{ say: 'For how many?' }] })).plays([
      [2, types('A table'), 'generate 2: A table', 'wait model_output 8'],
      [2.5, changesTo(2, 'booking'), 'wait model_output 8'],
      [
        2.6,
        completes(2),
        ...['say 3: One moment.', 'end 3', 'use booking', 'say 4: For how many?', 'end 4', 'wait first_audio 15'],
      ],
    ]);
  });

  it('has them before the model answers, and the next stage has those of the agent', () => {
    const back = { transitions: [{ to: 'welcome', on: 'call', description: 'Back.' }] };
    staged(twoStages({}, { ...VOICE, ...back })).plays([
      [2, types('A table'), 'generate 2: A table', 'wait model_output 8'],
      [2.5, changesTo(2, 'booking'), 'wait model_output 8'],
      [
        2.6,
        completes(2),
        'use booking',
        'generate 3: The conversation is in the stage booking now.',
        'wait model_output 8',
      ],
      [2.7, changesTo(3, 'welcome', 'c4'), 'wait model_output 8'],
      [
        2.8,
        completes(3),
        'use welcome',
        'generate 4: The conversation is in the stage welcome now.',
        'wait model_output 8',
      ],
    ]);
  });

  it('switches the language with its prompt, once', () => {
    const table = staged(twoStages({}, { language: 'de', on_enter: [{ say: 'Gerne.' }] }), LANGUAGES);
    table.plays([
      [2, types('Deutsch bitte'), 'generate 2: Deutsch bitte', 'wait model_output 8'],
      [2.5, changesTo(2, 'booking'), 'wait model_output 8'],
      [2.6, completes(2), 'switch to de', 'say 3: Gerne.', 'end 3', 'wait first_audio 15'],
      [2.7, starts(3), 'no wait'],
      [3, played(3, 'Gerne.'), 'wait no_activity 300'],
    ]);
    assert.equal(table.context[0], 'system: Sei nett.\n\n# Stage: booking\n\nBook a table.');
  });

  it('begins with them', () => {
    const table = staged(twoStages({ ...VOICE, language: 'de' }), LANGUAGES);
    assert.include(table.context[0], 'Sei nett.');
  });
});
