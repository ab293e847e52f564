import { redacted, type CallRedaction } from '../../domain/calls/redact.ts';
import { oneLine } from '../../domain/plain-text.ts';
import {
  callbackAnswer,
  NOTE_MAX,
  SCHEDULE_CALLBACK,
  wantedCallback,
  type WantedCallback,
} from '../../domain/voice/callback-tool.ts';
import type { ControlPlane } from '../ports/control-plane.ts';
import type { Log } from '../ports/log.ts';
import type { RunnableTool } from './tool-runner.ts';

interface Ports {
  readonly controlPlane: Pick<ControlPlane, 'scheduleCallback'>;
  readonly log: Log;
}

/** The note is stored: what is left out of the transcript is left out of it too. */
const redactedNote = (wanted: WantedCallback, redaction: CallRedaction | null): WantedCallback =>
  redaction === null || wanted.note === undefined
    ? wanted
    : { ...wanted, note: oneLine(redacted(wanted.note, redaction), NOTE_MAX) };

/** The tool that schedules a callback of a call, ready to run. Repeated, it makes no second one. */
export const callbackTool = (
  { controlPlane, log }: Ports,
  { org_id, call_id }: { readonly org_id: string; readonly call_id: string },
  redaction: CallRedaction | null,
): readonly [string, RunnableTool] => [
  SCHEDULE_CALLBACK,
  {
    hasSideEffects: true,
    idempotencyKey: () => null,
    async call({ arguments: given }) {
      try {
        const wanted = redactedNote(wantedCallback(given), redaction);
        return callbackAnswer(await controlPlane.scheduleCallback(org_id, call_id, wanted));
      } catch (error) {
        log.warn('callbacks.not_scheduled', { org_id, call_id, reason: String(error) });
        return callbackAnswer(null);
      }
    },
  },
];
