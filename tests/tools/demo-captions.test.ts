import { assert } from 'chai';
import { serverMessage } from '../../adapters/media/protocols/rtvi.ts';
import { captions } from '../../tools/demo/print.ts';

const heard = (text: string) => serverMessage('user-transcription', { text, final: true });
const given = serverMessage('server-message', { type: 'citations', sources: [{ source_filename: 'g.pdf', page: 2 }] });
const spoken = (text: string) => serverMessage('bot-tts-text', { text });

describe('the captions of the demo', () => {
  it('name the source of an answer where it was used, once, and not where it was only given', () => {
    const told = captions(['Cars stand behind the house. The gate is open until ten.']);
    const messages = [
      ...[heard('when do you open'), given, spoken('At nine.')],
      ...[
        heard('where can i park'),
        given,
        spoken('Cars stand behind the house.'),
        spoken('The gate is open until ten.'),
      ],
      ...[heard('thank you'), spoken('The gate is open until ten.')],
    ];
    assert.deepEqual(messages.flatMap(told), [
      '  caller  when do you open',
      '  agent   At nine.',
      '  caller  where can i park',
      '  agent   Cars stand behind the house.',
      '          from g.pdf, page 2',
      '  agent   The gate is open until ten.',
      '  caller  thank you',
      '  agent   The gate is open until ten.',
    ]);
  });
});
