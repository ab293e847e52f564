import { WebSocket } from 'ws';
import { once } from 'node:events';
import type { SttProvider } from '../../adapters/providers/define.ts';
import {
  assemblyaiStt,
  azureStt,
  cartesiaStt,
  deepgramStt,
  elevenlabsStt,
  gladiaStt,
  openaiStt,
  sarvamStt,
  sonioxStt,
  speechmaticsStt,
} from '../../adapters/providers/index.ts';
import { wait } from '../print.ts';
import { FRAME, FRAMES, perFrame, RATE, settingsAt, world } from './measures.ts';

/** As many are written in one go, so that the waiting between them costs next to nothing. */
const AT_ONCE = 25;

interface SttCase {
  readonly name: string;
  readonly provider: string;
  readonly vendor: SttProvider;
  readonly more?: object;
}

const sttCase = (vendor: SttProvider, more?: { readonly model: string }): SttCase => {
  const { provider } = vendor.declaration;
  return { name: more ? `${provider} ${more.model}` : provider, provider, vendor, ...(more && { more }) };
};

/** All who are streamed to. */
export const STT_CASES: readonly SttCase[] = [
  sttCase(assemblyaiStt),
  sttCase(azureStt),
  sttCase(cartesiaStt),
  sttCase(deepgramStt),
  sttCase(deepgramStt, { model: 'flux-general-en' }),
  sttCase(elevenlabsStt),
  sttCase(gladiaStt),
  sttCase(openaiStt),
  sttCase(sarvamStt),
  sttCase(sonioxStt),
  sttCase(speechmaticsStt),
];

// Noise instead of silence, so that no adapter has less work.
const SOUND = Int16Array.from({ length: FRAME }, (_, at) => 8_000 * Math.sin(at / 7));

async function inPortions(write: () => void): Promise<void> {
  for (let frame = 0; frame < FRAMES; frame += 1) {
    write();
    if (frame % AT_ONCE === AT_ONCE - 1) await wait(1);
  }
}

/** What it takes to hand a frame to a provider's transcription. */
export async function sttCost({ provider, vendor, more }: SttCase, url: string): Promise<number> {
  const settings = { ...settingsAt(url, provider), ...more };
  const deaf = { transcript: () => undefined, failed: () => undefined };
  const line = await vendor.open(settings, { sampleRate: RATE, language: 'en' }, deaf, world);
  line.startUtterance();
  const cost = await perFrame(() => inPortions(() => line.write(SOUND)));
  line.close();
  return cost;
}

/** What it takes to send the bytes of a frame. */
export async function sendingCost(url: string): Promise<number> {
  const socket = new WebSocket(`${url}/nobody`, { perMessageDeflate: false });
  await once(socket, 'open');
  const bytes = new Uint8Array(SOUND.buffer);
  const cost = await perFrame(() => inPortions(() => socket.send(bytes)));
  socket.close();
  return cost;
}
