import { assert } from 'chai';
import { elevenlabsStt } from '../../../adapters/providers/elevenlabs/stt.ts';
import { speechmaticsStt } from '../../../adapters/providers/speechmatics/stt.ts';
import { Listener } from '../../contracts/speech-to-text.contract.ts';
import { scribe } from './scribe-server.ts';
import { speechmaticsServer } from './speechmatics-server.ts';
import { sttVendor, queryOf } from './stands.ts';
import { OPTIONS, turnsOf } from './end-of-turn-stand.ts';

describe('elevenlabs that ends turns', () => {
  const committed = (text: string) => ({ message_type: 'committed_transcript', text });
  const silent = { message_type: 'insufficient_audio_activity' };

  it('is asked to commit after the endpointing delay, within its own limits, and only if it has to', async () => {
    for (const [endpointing_ms, silence] of [
      [100, '0.3'],
      [700, '0.7'],
    ] as const) {
      const { query, transcription } = await turnsOf(elevenlabsStt, await scribe(), { endpointing_ms });
      assert.include(query, { commit_strategy: 'vad', vad_silence_threshold_secs: silence });
      transcription.close();
    }
    const server = await scribe();
    const ours = await sttVendor(elevenlabsStt, server).open(new Listener(), { ...OPTIONS, turns: 'auto' });
    assert.isFalse(ours.reportsTurns);
    assert.include(queryOf(server.connections[0]?.url), { commit_strategy: 'manual' });
    ours.close();
  });

  it('ends the turn with its commit, and gives later words to the next one', async () => {
    const { transcription, send, reports } = await turnsOf(elevenlabsStt, await scribe());
    transcription.startUtterance();
    await send({ message_type: 'partial_transcript', text: 'A table' });
    await send(committed('A table.'));
    transcription.endUtterance();
    transcription.startUtterance();
    await send({ message_type: 'partial_transcript', text: 'For two' });
    assert.deepEqual(reports(), ['0 A table', '0 A table. ended final', '1 For two']);
    transcription.close();
  });

  it('ends no later turn when it confirms a commit that it made itself before', async () => {
    const { transcription, server, send, reports } = await turnsOf(elevenlabsStt, await scribe());
    transcription.startUtterance();
    for (const socket of server.sockets)
      socket.send(JSON.stringify({ message_type: 'partial_transcript', text: 'Yes' }));
    transcription.endUtterance();
    await send(committed('Yes.'));
    transcription.startUtterance();
    await send(silent, committed(''), { message_type: 'partial_transcript', text: 'No' });
    assert.deepEqual(reports().slice(-2), ['0 Yes. final', '1 No']);
    transcription.close();
  });
});

describe('speechmatics that ends turns', () => {
  const words = (transcript: string) => ({ message: 'AddTranscript', metadata: { transcript } });
  const END = { message: 'EndOfUtterance', metadata: {} };

  it('is asked for the end after the endpointing delay, and then thinks about words for longer', async () => {
    const settings = { endpointing_ms: 3_000 };
    const { server, transcription } = await turnsOf(speechmaticsStt, await speechmaticsServer(), settings);
    const config = (JSON.parse(server.connections[0]!.texts[0]!) as { transcription_config: object })
      .transcription_config;
    assert.deepInclude(config, { conversation_config: { end_of_utterance_silence_trigger: 2 }, max_delay: 2.1 });
    transcription.close();
    const other = await speechmaticsServer();
    const ours = await sttVendor(speechmaticsStt, other).open(new Listener(), { ...OPTIONS, turns: 'auto' });
    assert.isFalse(ours.reportsTurns);
    assert.notInclude(other.connections[0]!.texts[0], 'conversation_config');
    ours.close();
  });

  it('ends the turn with its words, and none without words', async () => {
    const { transcription, send, reports } = await turnsOf(speechmaticsStt, await speechmaticsServer());
    transcription.startUtterance();
    await send(END, words('A table. '));
    await send(END);
    transcription.endUtterance();
    transcription.startUtterance();
    await send(words('For two'));
    assert.deepEqual(reports(), ['0 A table.', '0 A table. ended final', '1 For two']);
    transcription.close();
  });
});
