import { ContainerModule } from 'inversify';
import { tracedCalls } from '../../adapters/opentelemetry/calls.ts';
import { callFigures } from '../../adapters/prometheus/calls.ts';
import { campaignFigures } from '../../adapters/prometheus/campaigns.ts';
import { ingestFigures } from '../../adapters/prometheus/ingest.ts';
import { Figures } from '../../adapters/prometheus/register.ts';
import { requestFigures } from '../../adapters/prometheus/requests.ts';
import { storeFigures } from '../../adapters/prometheus/stores.ts';
import type { ProviderKind } from '../../domain/providers/declaration.ts';
import { combineMonitors } from '../monitors.ts';
import { provide } from '../dependencies.ts';

/** What operators see of the process: the figures that `/metrics` shows, and traces of calls. */
export const metricsModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    has('figures', () => new Figures());
    has('requestMeters', ({ figures }) => requestFigures(figures.register), 'figures');
    has('measureStore', ({ figures }) => storeFigures(figures.register), 'figures');
    has('campaignMeter', ({ figures }) => campaignFigures(figures.register), 'figures');
    has('ingestMeter', ({ figures }) => ingestFigures(figures.register), 'figures');
    has(
      'monitor',
      ({ figures, providers }) => {
        const idsOf = (kind: ProviderKind): string[] => providers.list(kind).map(({ provider }) => provider);
        const declared = { stt: idsOf('stt'), llm: idsOf('llm'), tts: idsOf('tts') };
        return combineMonitors(callFigures(figures.register, declared), tracedCalls);
      },
      'figures',
      'providers',
    );
  });
