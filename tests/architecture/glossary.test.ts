import { readFile } from 'node:fs/promises';
import { assert } from 'chai';
import { root } from './cruise.ts';
import { sourcesBelow } from './sources.ts';
import { stemOf, termsOf, wordsOf } from './vocabulary.ts';

/** Concepts of docs/glossary.md that a file name or an exported symbol carries, with their words where these differ. */
const CONCEPTS: Readonly<Record<string, string>> = {
  'ambient sound': 'ambient sound',
  'answer document': 'answer document',
  'audit trail': 'audit trail',
  backchannel: 'backchannel',
  backoff: 'backoff',
  'barge-in': 'interruption',
  'batch transcription': 'batch transcription',
  'call claim': 'call claim',
  chunk: 'chunk',
  'circuit breaker': 'circuit breaker',
  'concurrency limit': 'concurrency limit',
  'conversation context': 'conversation context',
  'dial route': 'dial route',
  disposition: 'disposition',
  drain: 'drain',
  DTMF: 'dtmf',
  'echo guard': 'echo guard',
  embedding: 'embedding',
  'end of turn': 'end turn',
  endpointing: 'endpointing',
  failover: 'failover',
  fallback: 'fallback',
  'false interruption': 'false interruption',
  'fencing token': 'epoch',
  'final transcript': 'final transcript',
  generation: 'generation',
  grounding: 'grounding',
  'hold message': 'hold message',
  'idle prompt': 'idle prompt',
  'latency breakdown': 'latency breakdown',
  'interim transcript': 'interim transcript',
  'learned wait': 'learned waits',
  lease: 'lease',
  mark: 'mark',
  'media stream': 'media stream',
  'noise suppression': 'noise suppression',
  normalisation: 'normaliser',
  pacing: 'pacing',
  playout: 'playout',
  'preemptive generation': 'preemptive generation',
  'pre-roll': 'pre roll',
  principal: 'principal',
  pronunciation: 'pronunciation',
  'queued run': 'queued run',
  reconciliation: 'reconciliation',
  retrieval: 'retrieval',
  'ring timeout': 'ring timeout',
  rollback: 'rollback',
  segment: 'segment',
  spool: 'spool',
  'status callback': 'status callback',
  ticket: 'ticket',
  VAD: 'voice activity',
  'word timing': 'word timing',
  'worker pool': 'worker pool',
};

const sentence = (name: string): string => ` ${wordsOf(name).join(' ')} `;

describe('glossary concepts', () => {
  it('are found in a file name or an exported symbol', async () => {
    const terms = (await sourcesBelow(['domain', 'application', 'adapters', 'bootstrap'])).map(termsOf);
    const names = terms.flatMap(({ file, names: declared }) => [
      stemOf(file),
      ...declared.filter(({ isExposed }) => isExposed).map(({ text }) => text),
    ]);
    const sentences = [...new Set(names.map(sentence))];
    const missing = Object.entries(CONCEPTS).filter(
      ([, words]) => !sentences.some((name) => name.includes(` ${words}`)),
    );
    assert.deepEqual(
      missing.map(([concept]) => concept),
      [],
    );
  });

  it('are explained in the glossary', async () => {
    const glossary = await readFile(`${root}docs/glossary.md`, 'utf8');
    assert.isEmpty(Object.keys(CONCEPTS).filter((concept) => !glossary.includes(`| ${concept}`)));
  });
});
