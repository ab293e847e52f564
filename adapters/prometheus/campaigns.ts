import { Counter, Histogram, type Registry } from 'prom-client';
import type { CampaignMeter } from '../../application/ports/meters.ts';

/** Prometheus metrics of campaigns: dials, their lag and their outcomes. */
export function prometheusCampaignMetrics(register: Registry): CampaignMeter {
  const registers = [register];
  const lag = new Histogram({
    name: 'campaign_dial_lag_seconds',
    help: 'Delay from the earliest dial time to the request to the carrier',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const dials = new Counter({
    name: 'campaign_dials_total',
    help: 'Campaign dials, by the carrier’s answer',
    labelNames: ['answer'],
    registers,
  });
  const outcomes = new Counter({
    name: 'campaign_outcomes_total',
    help: 'Completed campaign attempts, by outcome',
    labelNames: ['outcome'],
    registers,
  });
  return {
    dialled: (lateMs) => lag.observe(Math.max(0, lateMs) / 1000),
    answered: (answer) => dials.inc({ answer }),
    outcomesRecorded: (all) => all.forEach((outcome) => outcomes.inc({ outcome })),
  };
}
