import { forbidden } from '../errors.ts';
import type { CallPatchInput } from './call-patch.ts';

/** Fields that only the runtime may report, by the words of the error for other principals. */
const RUNTIME_FACTS = {
  pre_call: 'pre-call requests',
  recording_consent: 'consent to the recording',
  do_not_call: 'what callers asked for: use POST /suppressions',
  tool_calls: 'calls of tools',
  answers: 'what answers are based on',
  transfer: 'transfers',
  stages: 'stages of a conversation',
  agents: 'handovers of a call',
  machine: 'machines that answer',
  voicemail_message: 'messages that were left',
  caller_spoke: 'that the caller spoke',
  end_reason: 'why a conversation ended',
} as const satisfies { readonly [F in keyof CallPatchInput]?: string };

/** Refuses a patch of anyone but the runtime that has what only the runtime knows. */
export function requireNoRuntimeFacts(patch: CallPatchInput): void {
  for (const [field, fact] of Object.entries(RUNTIME_FACTS))
    if (patch[field as keyof typeof RUNTIME_FACTS] !== undefined) throw forbidden(`Only the runtime reports ${fact}`);
}
