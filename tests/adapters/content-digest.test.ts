import { assert } from 'chai';
import { sha256Digest } from '../../adapters/content-digest/sha256-blocks.ts';
import type { ContentBlock } from '../../domain/knowledge/blocks.ts';

describe('digests of content', () => {
  const heading: ContentBlock = { kind: 'heading', level: 1, text: 'Hours' };
  const text = (words: string): ContentBlock => ({ kind: 'text', page: null, text: words });

  it('are the same for the same blocks only', async () => {
    const contents = [
      [],
      [heading],
      [heading, text('a')],
      [text('a'), heading],
      [text('a\nb')],
      [text('a'), text('b')],
    ];
    const digests = await Promise.all(contents.map(sha256Digest));
    assert.lengthOf(new Set(digests), contents.length);
    assert.deepEqual(await Promise.all(contents.map(sha256Digest)), digests);
    for (const digest of digests) assert.match(digest, /^[0-9a-f]{64}$/);
  });

  it('let other work run in between', async () => {
    let ticks = 0;
    let ticking: NodeJS.Immediate;
    const tick = (): void => {
      ticks += 1;
      ticking = setImmediate(tick);
    };
    tick();
    await sha256Digest(Array.from({ length: 2_000 }, () => text('a'.repeat(1_000))));
    clearImmediate(ticking!);
    assert.isAbove(ticks, 5);
  });
});
