import { assert } from 'chai';
import { azureTts } from '../../../adapters/providers/azure/tts.ts';
import { cartesiaTts } from '../../../adapters/providers/cartesia/tts.ts';
import { deepgramTts } from '../../../adapters/providers/deepgram/tts.ts';
import { inworldTts } from '../../../adapters/providers/inworld/tts.ts';
import { ssml } from '../../../adapters/providers/azure/ssml.ts';
import type { SpeechSynthesiser } from '../../../application/ports/text-to-speech.ts';
import { synthesisedChunks } from '../../contracts/text-to-speech.contract.ts';
import { sonic } from './cartesia-server.ts';
import { inworldServer } from './inworld-server.ts';
import { speechRequestIn } from './azure-server.ts';
import { httpTtsServer } from './http-tts-server.ts';
import { KEY, speaking } from './stands.ts';

const TEXT = 'Is nginx & Łódź up?';
const PHONEMES = [
  { from: 3, to: 8, ipa: 'ˈɛndʒɪn ˈɛks' },
  { from: 11, to: 15, ipa: 'wut͡ɕ' },
];

/** Speaks the text alone and as the second text of a speech, which is announced. */
async function speak(voice: SpeechSynthesiser): Promise<void> {
  const speech = {};
  await synthesisedChunks(voice, TEXT, undefined, { phonemes: PHONEMES });
  const first = synthesisedChunks(voice, 'First.', undefined, { speech });
  voice.prepare?.(TEXT, speech, PHONEMES);
  await first;
  await synthesisedChunks(voice, TEXT, undefined, { speech, phonemes: PHONEMES });
  voice.close();
}

describe('pronunciations in IPA', () => {
  it('are phoneme elements in the SSML of Azure, whose other text is escaped', () => {
    const document = ssml({ text: TEXT, phonemes: PHONEMES, locale: 'en-US', voice: 'v', rate: 1 });
    assert.include(
      document,
      'Is <phoneme alphabet="ipa" ph="ˈɛndʒɪn ˈɛks">nginx</phoneme> &amp; <phoneme alphabet="ipa" ph="wut͡ɕ">Łódź</phoneme> up?',
    );
  });

  it('reach Azure in the request', async () => {
    const settings = (url: string) => ({ api_key: KEY, base_url: url });
    const stand = await httpTtsServer(azureTts, { wanted: speechRequestIn }, settings);
    const voice = await stand.open(16_000);
    assert.isTrue(voice.speaksIpa);
    await synthesisedChunks(voice, TEXT, undefined, { phonemes: PHONEMES });
    assert.include(stand.server.received.at(-1)?.body.toString(), '<phoneme alphabet="ipa" ph="wut͡ɕ">');
    voice.close();
  });

  it('are in brackets with a bar between phonemes for Cartesia, also in announced texts', async () => {
    const stand = speaking(cartesiaTts, await sonic(), {});
    await speak(await stand.open(16_000));
    const transcripts = stand.server.connections.flatMap(({ texts }) =>
      texts.map((text) => (JSON.parse(text) as { transcript?: string }).transcript?.trim()),
    );
    const marked = 'Is <<ˈ|ɛ|n|dʒ|ɪ|n>> <<ˈ|ɛ|k|s>> & <<w|u|tɕ>> up?';
    assert.deepEqual(transcripts, [marked, 'First.', marked]);
  });

  it('are between slashes for Inworld in English, and not offered to it in another language', async () => {
    const stand = speaking(inworldTts, await inworldServer(), {});
    await speak(await stand.open(16_000));
    const transcripts = stand.server.connections.flatMap(({ texts }) =>
      texts.flatMap((text) => (JSON.parse(text) as { send_text?: { text: string } }).send_text?.text.trim() ?? []),
    );
    const marked = 'Is /ˈɛndʒɪn ˈɛks/ & /wut͡ɕ/ up?';
    assert.deepEqual(transcripts, [marked, 'First.', marked]);
    const german = await speaking(inworldTts, await inworldServer(), { language: 'de' }).open(16_000);
    assert.isFalse(german.speaksIpa);
    german.close();
  });

  it('are JSON with escaped braces for Aura-2, which takes them in English and Spanish', async () => {
    const stand = (more: object) =>
      httpTtsServer(
        deepgramTts,
        {
          wanted: ({ body }) => ({
            text: (JSON.parse(body.toString()) as { text: string }).text,
            sampleRate: 16_000,
            isMulaw: false,
          }),
        },
        (url) => ({ api_key: KEY, base_url: url, ...more }),
      );
    const { open, server } = await stand({});
    const voice = await open(16_000);
    await synthesisedChunks(voice, TEXT, undefined, { phonemes: PHONEMES });
    const { text } = JSON.parse(server.received.at(-1)?.body.toString() ?? '') as { text: string };
    assert.strictEqual(
      text,
      String.raw`Is \{"word":"nginx","pronounce":"ˈɛndʒɪn ˈɛks"\} & \{"word":"Łódź","pronounce":"wut͡ɕ"\} up?`,
    );
    voice.close();
    for (const [more, speaksIpa] of [
      [{ language: 'es' }, true],
      [{ language: 'de' }, false],
      [{ model: 'aura' }, false],
    ] as const) {
      const other = await (await stand(more)).open(16_000);
      assert.strictEqual(other.speaksIpa, speaksIpa, JSON.stringify(more));
      other.close();
    }
  });
});
