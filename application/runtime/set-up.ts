import { DomainError } from '../../domain/errors.ts';
import type { MonitoredCall } from '../ports/call-monitor.ts';

/** Runs the set-up of a call under its monitor. A failure counts as a refused call. */
export async function monitorSetup<T>(monitor: MonitoredCall, work: () => Promise<T>): Promise<T> {
  try {
    return await monitor.run(work);
  } catch (error) {
    monitor.refused(error instanceof DomainError ? error.problem : null);
    throw error;
  }
}
