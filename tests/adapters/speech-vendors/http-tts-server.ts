import type { ServerResponse } from 'node:http';
import type { TtsProvider } from '../../../adapters/providers/define.ts';
import type { Settings } from '../../../adapters/providers/settings.ts';
import type { TtsVendor } from '../../contracts/tts-vendor.contract.ts';
import { vendorServer, type VendorRequest } from '../providers/vendor-server.ts';
import { anywhere, voices } from '../providers/vendor-stands.ts';
import { samplesIn, tone } from './tts-server.ts';
import { KEY } from './stands.ts';

/** What a request asks for. */
export interface SpeechRequest {
  readonly text: string;
  readonly sampleRate: number;
  readonly isMulaw: boolean;
}

export interface HttpDialect {
  /** Null when the request is about something else, which has been answered. */
  wanted(request: VendorRequest, response: ServerResponse): SpeechRequest | null;
  /** Answers with the audio; without it the audio itself is streamed in small pieces. */
  answer?(audio: Buffer, wanted: SpeechRequest): object;
}

/** A TTS vendor with one text per request. */
export async function httpTtsServer(provider: TtsProvider, dialect: HttpDialect, settings: (url: string) => Settings) {
  const manner: TtsVendor['server']['manner'] = { slowMs: 0 };
  const server = await vendorServer({
    async http(request, response) {
      const wanted = dialect.wanted(request, response);
      if (!wanted) return;
      manner.onRequest?.();
      if (manner.slowMs > 0) await pause(manner.slowMs);
      const audio = Buffer.from(tone(samplesIn(wanted.text, wanted.sampleRate), wanted.isMulaw));
      if (dialect.answer) await whole(response, dialect.answer(audio, wanted));
      else await stream(response, audio, wanted);
    },
  });
  const reached = anywhere();
  const all = settings(server.url);
  return {
    ...voices(provider, server, all, true),
    key: KEY,
    open: (sampleRate = 16_000) => provider.open(all, { sampleRate }, reached),
    server: Object.assign(server, { manner }),
    samplesIn,
  } satisfies TtsVendor;
}

async function stream(response: ServerResponse, audio: Buffer, { sampleRate, isMulaw }: SpeechRequest): Promise<void> {
  response.writeHead(200, { 'content-type': 'audio/basic' });
  // An odd size, so that samples of two bytes are cut in half.
  const size = Math.round((sampleRate / 10) * (isMulaw ? 1 : 2)) | 1;
  for (let at = 0; at < audio.length && !response.destroyed; at += size) {
    response.write(audio.subarray(at, at + size));
    await pause(2);
  }
  response.end();
}

/** Not in one go, so that it can be cut in the middle. */
async function whole(response: ServerResponse, answer: object): Promise<void> {
  const text = JSON.stringify(answer);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write(text.slice(0, text.length / 2));
  await pause(15);
  response.end(text.slice(text.length / 2));
}

/** Keeps no process alive: a test may end while its server still waits. */
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());
