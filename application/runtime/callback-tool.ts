import { callbackAnswer, SCHEDULE_CALLBACK, wantedCallback } from '../../domain/voice/callback-tool.ts';
import type { ControlPlane } from '../ports/control-plane.ts';
import type { Log } from '../ports/log.ts';
import type { RunnableTool } from './tool-runner.ts';

interface Ports {
  readonly controlPlane: Pick<ControlPlane, 'scheduleCallback'>;
  readonly log: Log;
}

/** The tool that schedules a callback of a call, ready to run. Repeated, it makes no second one. */
export const callbackTool = (
  { controlPlane, log }: Ports,
  { org_id, call_id }: { readonly org_id: string; readonly call_id: string },
): readonly [string, RunnableTool] => [
  SCHEDULE_CALLBACK,
  {
    hasSideEffects: true,
    idempotencyKey: () => null,
    async call({ arguments: given }) {
      try {
        return callbackAnswer(await controlPlane.scheduleCallback(org_id, call_id, wantedCallback(given)));
      } catch (error) {
        log.warn('callbacks.not_scheduled', { org_id, call_id, reason: String(error) });
        return callbackAnswer(null);
      }
    },
  },
];
