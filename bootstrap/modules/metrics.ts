import { ContainerModule } from 'inversify';
import { tracedCalls } from '../../adapters/opentelemetry/calls.ts';
import { prometheusCallMetrics } from '../../adapters/prometheus/calls.ts';
import { prometheusCampaignMetrics } from '../../adapters/prometheus/campaigns.ts';
import { prometheusIngestMetrics } from '../../adapters/prometheus/ingest.ts';
import { MetricsRegistry } from '../../adapters/prometheus/metrics-registry.ts';
import { prometheusRequestMetrics } from '../../adapters/prometheus/requests.ts';
import { prometheusStoreMetrics } from '../../adapters/prometheus/stores.ts';
import type { ProviderKind } from '../../domain/providers/declaration.ts';
import { combineMonitors } from '../monitors.ts';
import { provide } from '../dependencies.ts';

/** Observability: metrics at `/metrics` and traces of calls. */
export const metricsModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    has('metricsRegistry', () => new MetricsRegistry());
    has(
      'requestMeters',
      ({ metricsRegistry }) => prometheusRequestMetrics(metricsRegistry.register),
      'metricsRegistry',
    );
    has('measureStore', ({ metricsRegistry }) => prometheusStoreMetrics(metricsRegistry.register), 'metricsRegistry');
    has(
      'campaignMeter',
      ({ metricsRegistry }) => prometheusCampaignMetrics(metricsRegistry.register),
      'metricsRegistry',
    );
    has('ingestMeter', ({ metricsRegistry }) => prometheusIngestMetrics(metricsRegistry.register), 'metricsRegistry');
    has(
      'monitor',
      ({ metricsRegistry, providers }) => {
        const idsOf = (kind: ProviderKind): string[] => providers.list(kind).map(({ provider }) => provider);
        const declared = { stt: idsOf('stt'), llm: idsOf('llm'), tts: idsOf('tts') };
        return combineMonitors(prometheusCallMetrics(metricsRegistry.register, declared), tracedCalls);
      },
      'metricsRegistry',
      'providers',
    );
  });
