import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { TtsProvider } from '../../adapters/providers/define.ts';
import {
  azureTts,
  cartesiaTts,
  deepgramTts,
  elevenlabsTts,
  inworldTts,
  openaiCompatibleTts,
  openaiTts,
  rimeTts,
  sarvamTts,
  smallestTts,
} from '../../adapters/providers/index.ts';
import { FRAME, FRAMES, FRAMES_IN_A_PIECE, perFrame, RATE, settingsAt, world } from './measures.ts';

interface TtsCase {
  readonly name: string;
  readonly provider: string;
  readonly vendor: TtsProvider;
  readonly more: object;
}

const speaking = (vendor: TtsProvider, more = {}): TtsCase => {
  const { provider } = vendor.declaration;
  return { name: provider, provider, vendor, more };
};

/** The letters that are spoken during this many frames. */
const TEXT = 'tell me everything. '.repeat(FRAMES / FRAMES_IN_A_PIECE / 10).trim();

/** All whose answers are heard as they are made. */
export const SPEAKING: readonly TtsCase[] = [
  speaking(azureTts),
  speaking(cartesiaTts),
  speaking(deepgramTts),
  speaking(elevenlabsTts),
  speaking(inworldTts),
  speaking(openaiTts),
  speaking(openaiCompatibleTts, { model: 'mine', voice: 'one', sample_rate: RATE }),
  speaking(rimeTts),
  speaking(sarvamTts),
  speaking(smallestTts),
];

/** What it takes to get a frame out of what a provider's voice is sent. */
export async function speakingCost({ provider, vendor, more }: TtsCase, url: string): Promise<number> {
  const settings = { ...settingsAt(url, provider), ...more };
  const voice = await vendor.open(settings, { sampleRate: RATE }, world);
  let samples = 0;
  const onWordTiming = (): void => undefined;
  const cost = await perFrame(async () => {
    for await (const { length } of voice.synthesise(TEXT, new AbortController().signal, { speech: {}, onWordTiming }))
      samples += length;
  });
  voice.close();
  if (samples !== FRAMES * FRAME) throw new Error(`${provider} made ${samples} samples of ${FRAMES * FRAME}`);
  return cost;
}

/** What it takes to get the same bytes by a socket. */
export async function receivingCost(url: string): Promise<number> {
  const socket = new WebSocket(`${url}/nobody`, { perMessageDeflate: false });
  await once(socket, 'open');
  let left = FRAMES / FRAMES_IN_A_PIECE;
  const cost = await perFrame(
    () =>
      new Promise((resolve) => {
        socket.on('message', () => (left -= 1) === 0 && resolve());
        socket.send('speak');
      }),
  );
  socket.close();
  return cost;
}
