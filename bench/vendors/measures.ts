import { network } from '../../adapters/lib/network.ts';

export const RATE = 16_000;
export const FRAME_MS = 20;
export const FRAME = (RATE * FRAME_MS) / 1_000;
/** Length of one run: an utterance just below the length at which it is split. */
export const FRAMES = 1_000;
/** What an adapter may take beyond a bare socket. In microseconds for each frame. */
export const MOST_BEYOND = 50;
/** Audio of vendors comes in pieces of 100 ms. */
export const FRAMES_IN_A_PIECE = 5;

export const world = network({ allowPrivate: true });

/** How a provider is reached on a server that speaks like all of them. */
export const settingsAt = (url: string, provider: string) => ({
  api_key: 'sk-0123456789',
  base_url: `${url}/${provider}`,
});

/** Processor time of this process while something is done, in microseconds for each of the frames. */
export async function perFrame(work: () => Promise<void>, frames = FRAMES): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / frames;
}
