import { readdirSync, readFileSync } from 'node:fs';
import { assert } from 'chai';
import { wholePhrases } from '../../adapters/providers/local/phrases.ts';
import { pronunciationsOf } from '../../adapters/providers/local/pronunciations.ts';
import { readDictionary } from '../../adapters/providers/local/sphinx.ts';

const EXAMPLES = new URL('../../docs/examples/', import.meta.url);

interface Example {
  readonly config: { readonly models: { readonly stt_config: { readonly phrases?: readonly string[] } } };
}

describe('the examples of the documentation', () => {
  it('have phrases that the built-in recogniser can pronounce', async () => {
    const files = readdirSync(EXAMPLES).filter((name) => name.endsWith('.json'));
    const phrases = files.flatMap((name) => {
      const { config } = JSON.parse(readFileSync(new URL(name, EXAMPLES), 'utf8')) as Example;
      return wholePhrases(config.models.stt_config.phrases ?? []);
    });
    const words = new Set(phrases.flatMap((phrase) => phrase.split(' ')));
    assert.isAtLeast(words.size, 50);
    assert.isEmpty(pronunciationsOf(words, String(await readDictionary())).unknown);
  });
});
