import { assert } from 'chai';
import { serverMessage } from '../../adapters/media/protocols/rtvi.ts';
import { captions } from '../../tools/demo/print.ts';

const received = (text: string) => serverMessage('user-transcription', { text, final: true });
const given = serverMessage('server-message', { type: 'citations', sources: [{ source_filename: 'g.pdf', page: 2 }] });
const speech = (text: string) => serverMessage('bot-tts-text', { text });

describe('the captions of the demo', () => {
  it('name the source of a reply once, where it was used', () => {
    const reported = captions(['Cars stand behind the house. The gate is open until ten.']);
    const messages = [
      ...[received('when do you open'), given, speech('At nine.')],
      ...[
        received('where can i park'),
        given,
        speech('Cars stand behind the house.'),
        speech('The gate is open until ten.'),
      ],
      ...[received('thank you'), speech('The gate is open until ten.')],
    ];
    assert.deepEqual(messages.flatMap(reported), [
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
