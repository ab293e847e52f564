import { DomainError } from '../../domain/errors.ts';
import type { MonitoredCall } from '../ports/call-monitor.ts';

/** Does what comes before a call in its name. When that fails, the call was refused. */
export async function monitorSetup<T>(monitor: MonitoredCall, work: () => Promise<T>): Promise<T> {
  try {
    return await monitor.run(work);
  } catch (error) {
    monitor.refused(error instanceof DomainError ? error.problem : null);
    throw error;
  }
}
