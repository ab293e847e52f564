import { TOOL_RECORDS_MAX, type ToolCallRecord, type ToolJournalEntry } from '../../domain/calls/tool-call-record.ts';
import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import type { Clock } from '../ports/clock.ts';
import type { ControlPlane } from '../ports/control-plane.ts';
import type { Log } from '../ports/log.ts';
import type { CallRef } from './live-calls.ts';
import { errorMessage } from '../../domain/errors.ts';

export interface ToolReportPorts {
  readonly controlPlane: Pick<ControlPlane, 'updateCall'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Log;
}

/**
 * Reports the tool calls of a live call to the API, so that people can follow them. Several are sent together, one
 * request at a time. Nothing waits for a report, and one that fails is repeated with the next: the journal has every call,
 * and the end of the call delivers it.
 */
export class ToolReports {
  readonly #ports: ToolReportPorts;
  readonly #call: CallRef;
  readonly #running = new Map<number, ToolCallRecord>();
  readonly #unsent = new Map<number, ToolCallRecord>();
  #cancel: (() => void) | null = null;
  #isSending = false;
  #isClosed = false;

  constructor(ports: ToolReportPorts, call: CallRef) {
    this.#ports = ports;
    this.#call = call;
  }

  /** Takes a line of the journal. */
  add(line: ToolJournalEntry): void {
    const record = this.#recordOf(line);
    if (!record) return;
    if (record.outcome === 'running') this.#running.set(record.run, record);
    else this.#running.delete(record.run);
    this.#unsent.set(record.run, record);
    this.#schedule();
  }

  /** Sends nothing from now on. */
  close(): void {
    this.#isClosed = true;
    this.#cancel?.();
  }

  #recordOf(line: ToolJournalEntry): ToolCallRecord | null {
    if ('name' in line) return { ...line, ended_at: null, outcome: 'running', answer: null };
    const known = this.#running.get(line.run);
    return known ? { ...known, ...line } : null;
  }

  #schedule(): void {
    if (this.#isClosed || this.#isSending || this.#cancel || this.#unsent.size === 0) return;
    this.#cancel = this.#ports.clock.after(TIMEOUTS_MS.tool_report, () => {
      this.#cancel = null;
      void this.#send();
    });
  }

  async #send(): Promise<void> {
    const { controlPlane, log } = this.#ports;
    const { org_id, call_id } = this.#call;
    const records = [...this.#unsent.values()].slice(0, TOOL_RECORDS_MAX);
    for (const { run } of records) this.#unsent.delete(run);
    this.#isSending = true;
    try {
      await controlPlane.updateCall(org_id, call_id, { tool_calls: records });
      this.#isSending = false;
      this.#schedule();
    } catch (error) {
      this.#isSending = false;
      for (const record of records) if (!this.#unsent.has(record.run)) this.#unsent.set(record.run, record);
      log.warn('tools.report_failed', { org_id, call_id, reason: errorMessage(error) });
    }
  }
}
