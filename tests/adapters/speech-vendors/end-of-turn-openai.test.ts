import { assert } from 'chai';
import { openaiStt } from '../../../adapters/providers/openai/stt.ts';
import { semanticVadProtocol } from '../../../adapters/providers/openai/semantic-vad-protocol.ts';
import { Listener } from '../../contracts/speech-to-text.contract.ts';
import { vendorServer } from '../providers/vendor-server.ts';
import { anywhere } from '../providers/vendor-stands.ts';

describe('openai that ends turns', () => {
  const protocol = () => {
    const it = semanticVadProtocol(16_000);
    const read = (type: string, more: object) => it.read(JSON.stringify({ type, ...more }));
    return {
      it,
      commit: (item_id: string) => read('input_audio_buffer.committed', { item_id }),
      words: (item_id: string, transcript: string) =>
        read('conversation.item.input_audio_transcription.completed', { item_id, transcript }),
      nothingToCommit: () => read('error', { error: { code: 'input_audio_buffer_commit_empty' } }),
    };
  };

  it('is asked for semantic turns with gpt-transcribe only, whose words come after the turn', async () => {
    for (const [model, reportsTurns, turn_detection] of [
      ['gpt-transcribe', true, { type: 'semantic_vad' }],
      ['gpt-live-transcribe', false, null],
    ] as const) {
      const sent: string[] = [];
      const server = await vendorServer({
        socket: (socket) =>
          socket.on('message', (raw: Buffer) => {
            sent.push(raw.toString());
            socket.send('{"type":"session.updated"}');
          }),
      });
      const settings = { api_key: 'sk-1', base_url: `${server.url}/v1`, model };
      const ours = await openaiStt.open(
        settings,
        { sampleRate: 16_000, language: 'en', turns: 'auto' },
        new Listener(),
        anywhere(),
      );
      assert.equal(ours.reportsTurns, reportsTurns);
      assert.equal(ours.interimGapMs, reportsTurns ? null : undefined);
      assert.include(sent[0], `"turn_detection":${JSON.stringify(turn_detection)}`);
      ours.close();
    }
  });

  it('ends the turn when its item is transcribed, items in the order of their commits', () => {
    const { it, commit, words } = protocol();
    it.startUtterance();
    assert.isNull(commit('a'));
    assert.deepEqual(words('a', 'One'), { utterance: 0, text: 'One', final: true, turn: 'ended' });
    it.startUtterance();
    for (const item of ['b', 'c']) commit(item);
    assert.isNull(words('c', 'three'));
    assert.deepEqual(words('b', 'Two'), { utterance: 1, text: 'Two three', final: true, turn: 'ended' });
  });

  it('ends no turn for an item without words, unless we asked for its end', () => {
    const { it, commit, words } = protocol();
    it.startUtterance();
    commit('a');
    assert.isNull(words('a', ''));
    it.endUtterance();
    commit('b');
    assert.deepEqual(words('b', ''), { utterance: 0, text: '', final: true });
  });

  it('ends our turn with the words of an item that it committed just before, or without any', () => {
    const { it, commit, words, nothingToCommit } = protocol();
    it.startUtterance();
    commit('a');
    it.endUtterance();
    assert.isNull(nothingToCommit());
    assert.deepEqual(words('a', 'Yes'), { utterance: 0, text: 'Yes', final: true });
    it.startUtterance();
    it.endUtterance();
    assert.deepEqual(nothingToCommit(), { utterance: 1, text: '', final: true });
  });
});
