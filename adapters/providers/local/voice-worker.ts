import { Flite } from './flite.ts';
import type { VoiceOrder, VoiceReport } from './voice-messages.ts';
import { withoutLeadingSilence } from './leading-silence.ts';
import { report, serveOrders } from './worker-port.ts';

const flite = await Flite.load();
flite.speak({ text: 'ready', voice: 'kal16', speed: 1 });

serveOrders((order: VoiceOrder) => {
  const answer = speak(order);
  report(answer, answer.kind === 'spoken' ? [answer.audio.buffer] : []);
});

function speak(order: VoiceOrder): VoiceReport {
  try {
    return { kind: 'spoken', audio: withoutLeadingSilence(flite.speak(order)) };
  } catch (error) {
    return { kind: 'failed', reason: String(error) };
  }
}
