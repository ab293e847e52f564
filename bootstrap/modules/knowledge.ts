import { ContainerModule } from 'inversify';
import { configuredEmbedders } from '../../adapters/embedder/embedders.ts';
import { network } from '../../adapters/lib/network.ts';
import { unpdfText } from '../../adapters/pdf-text/unpdf.ts';
import { knowledgeUseCases } from '../../application/knowledge/index.ts';
import { Ingestion } from '../../application/knowledge/ingestion.ts';
import type { Config } from '../config.ts';
import { provide } from '../dependencies.ts';

/** What organisations know: how documents are read and made searchable, and what may be asked about them. */
export const knowledgeModule = ({ knowledge: { reading, embeddings } }: Config): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    has('pdfText', () => unpdfText(reading));
    // The operator says where it is, which may well be beside this process.
    const anywhere = network({ allowPrivate: true });
    has('embedders', ({ clock }) => configuredEmbedders(embeddings, { clock, network: anywhere }), 'clock');
    has(
      'ingestion',
      (ports) => new Ingestion(ports),
      'knowledge',
      'organisations',
      'objects',
      'pdfText',
      'embedders',
      'vectors',
      'ingestMeter',
      'ids',
      'clock',
      'log',
    );
    has(
      'knowledgeUseCases',
      knowledgeUseCases,
      'knowledge',
      'embedders',
      'vectors',
      'objects',
      'quotas',
      'ingestion',
      'ids',
      'clock',
      'log',
    );
  });
