import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page, type Request } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { wavHeader } from '../../../domain/audio/wav.ts';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const RATE = 16_000;
const ARGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];

/** The browser of this machine, null when there is none. */
export const CHROMIUM = PLACES.find((place) => existsSync(place)) ?? null;

/** A page with cookies and storage of its own, and what went wrong or out of bounds in it. */
export interface Tab {
  readonly page: Page;
  /** Logged errors and uncaught exceptions. */
  readonly errors: readonly string[];
  /** The hosts that were asked for something, sockets included. */
  readonly hosts: ReadonlySet<string>;
  /** How many samples were played so far, at 16 kHz. */
  playedSamples(): Promise<number>;
  /** The audio played since this sample. */
  playedSince(at: number): Promise<Int16Array>;
  /** The audio played since this sample, once speech was played and ended. */
  speechSince(at: number): Promise<Int16Array>;
  close(): Promise<void>;
}

/** A running browser with a microphone of its own. */
export interface OpenBrowser {
  openTab(options?: BrowserContextOptions): Promise<Tab>;
  close(): Promise<void>;
}

/** Starts a browser whose microphone hears this again and again, from the moment a page asks for it. */
export async function openBrowser(microphone: Int16Array): Promise<OpenBrowser> {
  const directory = await mkdtemp(join(tmpdir(), 'voice-platform-browser-'));
  const speech = join(directory, 'microphone.wav');
  await writeFile(speech, wavOf(microphone));
  const args = [...ARGS, `--use-file-for-fake-audio-capture=${speech}`];
  const browser = await chromium.launch({ executablePath: CHROMIUM ?? '', headless: false, args, timeout: 100_000 });
  return {
    openTab: (options = {}) => openTab(browser, options),
    async close() {
      await browser.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function openTab(browser: Browser, options: BrowserContextOptions): Promise<Tab> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(100_000);
  const page = await context.newPage();
  followRequests(page);
  await page.addInitScript({ path: fileURLToPath(new URL('listening-in.js', import.meta.url)) });
  const playedSince = async (at: number): Promise<Int16Array> =>
    samplesOf(await page.evaluate<string>(`playedSince(${at})`));
  const errors: string[] = [];
  const hosts = new Set<string>();
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('request', (request) => addHost(hosts, request.url()));
  page.on('websocket', (socket) => addHost(hosts, socket.url()));
  return {
    page,
    errors,
    hosts,
    playedSamples: () => page.evaluate<number>('playedSamples()'),
    playedSince,
    async speechSince(at) {
      await page.evaluate(`silenceSince(${at})`);
      return playedSince(at);
    },
    close: () => context.close(),
  };
}

/** The requests of each page that have no answer yet. */
const requestsOf = new WeakMap<Page, Set<Request>>();

function followRequests(page: Page): void {
  const pending = new Set<Request>();
  requestsOf.set(page, pending);
  page.on('request', (request) => {
    // Another page: not all requests of the last one are reported as over.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) pending.clear();
    pending.add(request);
  });
  for (const over of ['requestfinished', 'requestfailed'] as const)
    page.on(over as 'requestfinished', (request) => pending.delete(request));
}

/** After two frames and a task all effects of what was rendered have run, those that ask for something too. */
const EFFECTS =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))';

/**
 * Resolves when no request of the page is pending and all responses are rendered. Browsers report an idle network once for
 * each document; this also covers later requests, such as those of a dialog.
 */
export async function settled(page: Page): Promise<void> {
  const isAsking = (): boolean => (requestsOf.get(page)?.size ?? 0) > 0;
  await eventually(async () => {
    for (let rounds = 0; rounds < 2; rounds += 1) {
      if (isAsking()) return false;
      await page.evaluate(EFFECTS);
    }
    return !isAsking();
  }, 'a page that waits for nothing');
}

/** URLs without a host, such as `blob:`, stay within the page. */
function addHost(hosts: Set<string>, url: string): void {
  const { host } = new URL(url);
  if (host !== '') hosts.add(host);
}

function wavOf(pcm: Int16Array): Uint8Array {
  const header = wavHeader({ sampleRate: RATE, channels: 1, dataBytes: pcm.byteLength });
  return Buffer.concat([header, new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength)]);
}

function samplesOf(hex: string): Int16Array {
  const bytes = Uint8Array.from(Buffer.from(hex, 'hex'));
  return new Int16Array(bytes.buffer);
}
