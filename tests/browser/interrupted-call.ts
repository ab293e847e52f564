import { RtviEvents } from '../../adapters/media/protocols/rtvi.ts';
import type { RtviMessage } from '../../clients/browser/index.ts';
import type { Delivery } from '../application/runtime/fake-vendors.ts';
import { scriptedCall } from '../application/runtime/scripted-call.ts';

/** A call whose second utterance starts `ms` after the call: what the page is sent, and what the transcript has of the agent. */
export async function interruptedCall(ms: number, deliveries: Delivery[] = []) {
  const { run, channel, passes, entry } = scriptedCall({
    deliveries,
    utterances: [{ final: 'What time is it?' }, { partials: [[100, 'Wait']], final: 'Wait, and in Paris?' }],
    answers: [
      { says: ['It is noon. ', 'It is noon. ', 'The sun is out and the sky is blue. ', 'It is noon.'] },
      { says: ['Noon too.'] },
    ],
  });
  run();
  channel.streams([2_000, 3_000], [ms, ms + 600]);
  await passes(ms + 8_000);
  const events = new RtviEvents(null);
  const messages = channel.events.flatMap((event) => events.messagesOf(event)) as readonly RtviMessage[];
  return { messages, transcript: [...entry.transcript.matchAll(/assistant: (.*)/gu)].map(([, words = '']) => words) };
}
