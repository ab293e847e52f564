import { assert } from 'chai';
import {
  decodeFrame,
  encodeAudio,
  encodeMessage,
  type PipecatFrame,
} from '../../adapters/media/protocols/pipecat-frames.ts';
import { readClientMessage } from '../../adapters/media/protocols/rtvi.ts';
import * as page from '../../clients/browser/frames.ts';

const pcm = Int16Array.from({ length: 320 }, (_, at) => (at * 409) % 0x8000);

describe('frames between the browser package and the runtime', () => {
  it('carry audio from the browser as the runtime reads it', () => {
    const frame = decodeFrame(page.encodeAudio(pcm, 16_000)) as Extract<PipecatFrame, { type: 'audio' }>;
    assert.deepEqual(
      { ...frame, pcm: [...frame.pcm] },
      { type: 'audio', pcm: [...pcm], sampleRate: 16_000, channels: 1 },
    );
  });

  it('carry messages from the browser as the runtime reads them', () => {
    const frame = decodeFrame(page.encodeMessage({ type: 'send-text', id: '7', data: { content: 'Grüße, 世界' } }));
    assert.strictEqual(frame?.type, 'message');
    const message = readClientMessage((frame as Extract<PipecatFrame, { type: 'message' }>).text);
    assert.deepEqual(message, { type: 'send-text', id: '7', content: 'Grüße, 世界', options: {} });
  });

  it('carry audio from the runtime, wherever in memory it lies', () => {
    const bytes = encodeAudio(pcm, 16_000);
    for (const shift of [0, 1]) {
      const moved = new Uint8Array(bytes.length + shift);
      moved.set(bytes, shift);
      const frame = page.decodeFrame(moved.subarray(shift));
      assert.deepEqual(frame?.type === 'audio' && [...frame.pcm], [...pcm]);
    }
  });

  it('carry messages from the runtime', () => {
    const message = { label: 'rtvi-ai', type: 'bot-output', data: { text: 'x'.repeat(3000) } };
    assert.deepEqual(page.decodeFrame(encodeMessage(JSON.stringify(message))), { type: 'message', message });
  });

  it('are ignored by the browser when they are broken or of another kind', () => {
    const text = Uint8Array.of(0x0a, 3, 0x1a, 1, 65);
    for (const bytes of [Uint8Array.of(), Uint8Array.of(0xff), encodeAudio(pcm, 16_000).subarray(0, 90), text])
      assert.isNull(page.decodeFrame(bytes));
    assert.isNull(page.decodeFrame(encodeMessage('no json')));
  });
});
