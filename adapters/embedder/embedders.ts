import type { Clock } from '../../application/ports/clock.ts';
import type { Embedder, Embedders } from '../../application/ports/embedder.ts';
import type { Network } from '../lib/network.ts';
import { LEXICAL_MODEL } from './lexical.ts';
import { lexicalThread } from './lexical-thread.ts';
import { hostedEmbedder, type EmbeddingService } from './hosted.ts';

/** Most cached models. */
const REMEMBERED = 100;

/**
 * The local embedder, for content embedded with it, and every model of the configured service. New documents use the
 * service's configured model, or the local one without a service.
 */
export function configuredEmbedders(
  service: EmbeddingService | null,
  ports: { readonly clock: Clock; readonly network: Network },
): Embedders {
  const lexical = lexicalThread();
  const opened = new Map<string, Embedder>();

  function of(model: string): Embedder | null {
    if (model === LEXICAL_MODEL) return lexical;
    if (service === null) return null;
    const embedder = opened.get(model) ?? hostedEmbedder({ ...service, model }, ports);
    if (opened.size < REMEMBERED) opened.set(model, embedder);
    return embedder;
  }

  return { current: (service && of(service.model)) ?? lexical, of, words: lexical, close: () => lexical.close() };
}
