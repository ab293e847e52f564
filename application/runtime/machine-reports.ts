import type { AgentVoicemail } from '../../domain/agents/voicemail.ts';
import type { MachineReport } from '../../domain/calls/machine-report.ts';
import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import type { Clock } from '../ports/clock.ts';
import type { ControlPlane } from '../ports/control-plane.ts';
import type { CallRef, LiveCalls } from './live-calls.ts';

interface MachineReportPorts {
  readonly controlPlane: Pick<ControlPlane, 'call' | 'updateCall'>;
  readonly liveCalls: Pick<LiveCalls, 'has' | 'reportMachine'>;
  readonly clock: Pick<Clock, 'after' | 'monotonic'>;
}

/** Passes a carrier's report of a machine to the call: directly if this process runs it, else by the call log. */
export async function passMachineReport(
  { controlPlane, liveCalls }: MachineReportPorts,
  { org_id, call_id }: CallRef,
  report: MachineReport,
): Promise<void> {
  if (liveCalls.has(call_id)) return liveCalls.reportMachine(call_id, report === 'greeting_ended');
  await controlPlane.updateCall(org_id, call_id, { machine: report });
}

/**
 * Looks for reports of a machine that other processes received, if the agent leaves messages: from the start of an
 * outbound call until the greeting has ended, or for `machine_reports`. Answers how to stop.
 */
export function followMachineReports(
  ports: MachineReportPorts,
  { org_id, call_id, call_type }: CallRef & { readonly call_type: string },
  voicemail: AgentVoicemail | undefined,
): () => void {
  const { controlPlane, liveCalls, clock } = ports;
  if (call_type !== 'outbound' || voicemail?.action !== 'leave_message') return () => undefined;
  const until = clock.monotonic() + TIMEOUTS_MS.machine_reports;
  let known: MachineReport | undefined;
  let isStopped = false;
  let cancel = (): void => undefined;
  const look = async (): Promise<void> => {
    const call = await controlPlane.call(org_id, call_id).catch(() => null);
    if (isStopped) return;
    if (call?.machine && call.machine !== known) liveCalls.reportMachine(call_id, call.machine === 'greeting_ended');
    known = call?.machine ?? known;
    if (known !== 'greeting_ended' && clock.monotonic() < until) schedule();
  };
  const schedule = (): void => {
    cancel = clock.after(TIMEOUTS_MS.machine_poll, () => void look());
  };
  schedule();
  return () => {
    isStopped = true;
    cancel();
  };
}
