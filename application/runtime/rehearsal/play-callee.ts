import type { SoundChange } from '../../../domain/audio/beep-detector.ts';
import type { StopCause } from '../../../domain/rehearsal/call-record.ts';
import type { CalleeKind } from '../../../domain/rehearsal/dialled-call.ts';
import { perform } from './play-caller.ts';
import type { PersonaPort } from './play-persona.ts';

/** The callee's end of a line. */
export interface CalleePort extends PersonaPort {
  /** The line sounds otherwise than before. */
  sound(change: SoundChange): void;
}

/** What a mailbox says before its beep, and an assistant that screens calls. */
const MAILBOX = 'You have reached my mailbox. Please leave a message after the tone.';
const SCREENING = 'Hi, if you record your name and reason for calling, I will see if this person is available.';
const WORD_MS = 400;
/** After the end of its greeting. */
const BEEP_MS = 300;
/** Silence of the agent after which a mailbox hangs up. */
const MAILBOX_TIMEOUT_MS = 4_000;
/** A person hangs up after this time of the agent's words, which are awaited at most that long. */
const [SHORT_CALL_MS, WAIT_FOR_WORDS_MS] = [2_000, 10_000];
/** How long an assistant waits for an answer. */
const SCREENING_MS = 20_000;

/** Answers a call that the agent has dialled, until it is over. `talk`: the persona talks. */
export async function playCallee(
  kind: CalleeKind,
  port: CalleePort,
  talk: () => Promise<StopCause | null>,
): Promise<StopCause | null> {
  if (kind === 'talks') return talk();
  if (kind === 'screens') return (await isPassedOn(port)) ? talk() : null;
  if (kind === 'hangs_up') await hearWords(port);
  else await recordMessage(port);
  if (!port.timeline.isOver) port.hangUp();
  return null;
}

/** A person who hangs up soon after the agent began to talk. */
async function hearWords(port: CalleePort): Promise<void> {
  await Promise.race([port.timeline.until({ agent_starts: null }), port.wait(WAIT_FOR_WORDS_MS)]);
  await port.wait(SHORT_CALL_MS);
}

/** A mailbox: its greeting, a beep, and what it records until the agent is silent. */
async function recordMessage(port: CalleePort): Promise<void> {
  await say(MAILBOX, port);
  await port.wait(BEEP_MS);
  if (port.timeline.isOver) return;
  port.sound('beep');
  for (let known = -1; !port.timeline.isOver && known !== port.timeline.events.length;) {
    known = port.timeline.events.length;
    await Promise.race([port.timeline.until({ ended: null }), port.wait(MAILBOX_TIMEOUT_MS)]);
    if (port.isAgentBusy) known = -1;
  }
}

/** An assistant asks for name and reason. Answers whether the agent gave any. */
async function isPassedOn(port: CalleePort): Promise<boolean> {
  await say(SCREENING, port);
  const from = port.timeline.events.length;
  const answered = port.timeline.until({ agent_stops: null }, from);
  const isAnswered = await Promise.race([answered, port.wait(SCREENING_MS).then(() => false)]);
  if (!isAnswered && !port.timeline.isOver) port.hangUp();
  return isAnswered;
}

const say = (says: string, port: CalleePort): Promise<void> =>
  perform({ says, for_ms: says.split(' ').length * WORD_MS }, port);
