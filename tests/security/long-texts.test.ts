import { assert } from 'chai';
import { requireKey } from '../../adapters/gateway/key-check.ts';
import { upstreamUrl } from '../../adapters/lib/upstream-url.ts';
import { asciiSegments } from '../../adapters/providers/local/ascii-segments.ts';
import { chunkBlocks } from '../../domain/knowledge/chunking.ts';
import { sourceKey } from '../../domain/campaigns/source.ts';
import { isBackchannel } from '../../domain/voice/backchannels.ts';
import { splitForSpeech } from '../../domain/voice/sentences.ts';

/** The maximum length of a request, or more. */
const LENGTH = 300_000;
const long = (text: string, count = LENGTH): string => `a${text.repeat(count)}b`;

/** What reads texts of strangers, and what it would once have taken minutes or hours for. */
const READERS: Readonly<Record<string, () => unknown>> = {
  'the base URL of a provider': () => upstreamUrl(`http://h/${long('/')}`),
  'the key of the gateway': () => requireKey('k', { authorization: `Bearer ${long(' ')}` }),
  'the spaces of a document': () => [...chunkBlocks([{ kind: 'text', page: 1, text: long(' ') }])],
  'the line ends of a document': () => [...chunkBlocks([{ kind: 'text', page: 1, text: long('\n\r') }])],
  'the exclamations of a model': () => splitForSpeech(long('!')),
  'the brackets of a model': () => splitForSpeech(long('[')),
  'the stars of a model': () => splitForSpeech(long('*')),
  'an endless sentence of a model': () => splitForSpeech(long('a.b')),
  'what the voice of this machine is to say': () => asciiSegments(long('!')),
  'the name of a list': () => sourceKey('o', 'id', long('_')),
  'the murmur of a caller': () => isBackchannel(`${'m'.repeat(LENGTH)}g`, 'en'),
};

describe('long text', () => {
  for (const [what, read] of Object.entries(READERS))
    it(`takes time in proportion to its length: ${what}`, function () {
      // Minutes, where it goes with the square of the length.
      const started = process.cpuUsage();
      try {
        read();
      } catch (error) {
        assert.match(String(error), /not the one of this gateway/);
      }
      const { user } = process.cpuUsage(started);
      assert.isBelow(user / 1_000, 10_000);
    });
});
