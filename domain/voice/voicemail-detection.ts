import type { SoundChange } from '../audio/beep-detector.ts';
import { startSpeech } from './agent-output.ts';
import type { ConversationStep } from './conversation-step.ts';
import { isFirstWords, machineIn } from './machine-words.ts';
import type { Conversation, ConversationInput } from './state.ts';
import { isAwaitingTools } from './tool-state.ts';

type MailboxInput = Extract<ConversationInput, { readonly type: 'machineReported' | 'soundChanged' }>;

/**
 * Handles what the carrier or the audio shows of a mailbox. `machine-words.ts` has the words that show one. A carrier's
 * report comes here only if the agent may leave a message: else `handle-amd-result.ts` ends the call.
 */
export const onMailboxInput = (step: ConversationStep, input: MailboxInput): void =>
  input.type === 'machineReported' ? onMachineReported(step, input.greetingEnded) : onSoundChange(step, input.change);

/** Whether these words, with those before them, are the first words of a mailbox. They then decide the call. */
export function isMailboxByWords(step: ConversationStep, words: string): boolean {
  const { settings, phase, muted } = step.state;
  if (!settings.voicemail || phase !== 'open' || muted) return false;
  if (machineIn(`${firstWords(step.state)} ${words}`) !== 'voicemail' || !areFirst(step.state)) return false;
  step.emit({ type: 'caller_transcript', text: words.trim(), final: true });
  answerMailbox(step);
  return true;
}

/** The carrier reports a machine. An assistant that screens calls is one for carriers, too: its words decide. */
function onMachineReported(step: ConversationStep, greetingEnded: boolean): void {
  const { settings, phase, mailbox } = step.state;
  if (!settings.voicemail) return;
  if (phase === 'starting') return step.set({ mailbox: { ...mailbox, isReported: true } });
  if (phase === 'open' && machineIn(firstWords(step.state)) !== 'screening') answerMailbox(step);
  if (greetingEnded) leaveMessage(step, 'carrier');
}

/**
 * A machine has answered: the agent stops, and leaves its message after the greeting. Without a message, the call ends. The
 * report comes first: to the carrier a call whose media ended was answered, and the first disposition stays.
 */
export function answerMailbox(step: ConversationStep): void {
  const { settings, tools, mailbox } = step.state;
  step.do({ do: 'reportVoicemail' });
  if ((settings.voicemail?.message ?? '').trim() === '') return step.hangUp('voicemail');
  if (isAwaitingTools(tools)) step.do({ do: 'cancelHoldMessage' });
  step.cancelGeneration();
  step.cancelSpeeches();
  step.set({ mailbox: { ...mailbox, waits: true, message: 'not_left' } });
  step.beginEnding('voicemail');
  if (mailbox.line === 'beep') leaveMessage(step, 'beep');
  else if (mailbox.line === 'quiet') leaveMessage(step, 'silence');
}

/**
 * The line sounds otherwise than before. A beep, or silence after the greeting, is where the message begins. A beep within
 * a message that began without one starts it again, because nothing before the beep is recorded.
 */
function onSoundChange(step: ConversationStep, change: SoundChange): void {
  step.set({ mailbox: { ...step.state.mailbox, line: change } });
  const { startedBy } = step.state.mailbox;
  if (change === 'quiet') return leaveMessage(step, 'silence');
  if (change !== 'beep') return;
  if (startedBy === null) return leaveMessage(step, 'beep');
  if (startedBy === 'beep' || step.state.phase !== 'ending') return;
  step.cancelSpeeches();
  speakMessage(step, 'beep');
}

function leaveMessage(step: ConversationStep, by: 'beep' | 'silence' | 'carrier'): void {
  if (step.state.mailbox.waits) speakMessage(step, by);
}

function speakMessage(step: ConversationStep, startedBy: 'beep' | 'silence' | 'carrier'): void {
  const { mailbox, nextId, settings } = step.state;
  step.set({ mailbox: { ...mailbox, waits: false, startedBy, speech: nextId } });
  startSpeech(step, 'closing', settings.voicemail?.message ?? '');
}

/** The first words of the caller so far. */
function firstWords({ messages, caller }: Conversation): string {
  const earlier = messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []));
  return [...earlier, ...(caller.status === 'confirmed' ? [caller.finalWords] : [])].join(' ');
}

/** Whether the words of the present turn are among the first of the call. A stage or a handover may have left earlier ones out. */
const areFirst = ({ messages, stage, handover }: Conversation): boolean =>
  (stage?.turn ?? 0) <= 1 && handover.count === 0 && isFirstWords([...messages, { role: 'user', content: '' }]);
