import { assert } from 'chai';
import { openAudioSession } from '../../clients/browser/audio-session.ts';
import { atEndOfTest } from '../support/temporary.ts';

const OPTIONS = { workletUrl: 'https://shop.test/worklet.js', microphoneId: null, speakerId: null };
const LISTENER = { onFrame: () => undefined, onWarning: () => undefined, onRecovered: () => undefined };

/** Puts things into the global scope until the test ends. */
function installed(things: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(things)) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    atEndOfTest(() =>
      before ? Object.defineProperty(globalThis, name, before) : Reflect.deleteProperty(globalThis, name),
    );
  }
}

/** A browser that may load no worklet, or can connect no microphone. What it has opened. */
function browserThat({ loadsWorklets }: { readonly loadsWorklets: boolean }) {
  const contexts: { readonly state: string }[] = [];
  const track = { isLive: true, enabled: true };
  const stream = { getAudioTracks: () => [Object.assign(track, { stop: () => (track.isLive = false) })] };
  class Context {
    state = 'running';
    readonly destination = {};
    readonly audioWorklet = {
      addModule: async () => {
        if (!loadsWorklets) throw new Error('the policy of the page');
      },
    };

    constructor() {
      contexts.push(this);
    }

    async resume(): Promise<void> {}

    createMediaStreamSource(): never {
      throw new Error('another rate');
    }

    async close(): Promise<void> {
      this.state = 'closed';
    }
  }
  class Worklet {
    connect(): void {}
  }
  installed({
    AudioContext: Context,
    AudioWorkletNode: Worklet,
    document: { addEventListener: () => undefined },
    navigator: { mediaDevices: { getUserMedia: async () => stream } },
  });
  return { contexts, track };
}

const isRefused = (): Promise<boolean> =>
  openAudioSession(OPTIONS, LISTENER).then(
    () => false,
    () => true,
  );

describe('the audio of a call that cannot be opened', () => {
  it('is closed when the page allows no worklet', async () => {
    const { contexts } = browserThat({ loadsWorklets: false });
    assert.isTrue(await isRefused());
    assert.deepEqual(
      contexts.map(({ state }) => state),
      ['closed'],
    );
  });

  it('frees the microphone when the browser cannot connect it', async () => {
    const { contexts, track } = browserThat({ loadsWorklets: true });
    assert.isTrue(await isRefused());
    assert.isFalse(track.isLive);
    assert.deepEqual(
      contexts.map(({ state }) => state),
      ['closed', 'closed'],
    );
  });
});

describe('the audio of a call that the browser does not play yet', () => {
  /** A browser without devices that plays once a test says so. */
  function waitingBrowser() {
    const contexts: Context[] = [];
    class Context extends EventTarget {
      state = 'suspended';
      readonly destination = {};
      readonly audioWorklet = { addModule: async () => undefined };

      constructor() {
        super();
        contexts.push(this);
      }

      resume(): Promise<void> {
        return new Promise(() => undefined);
      }

      turns(state: string): void {
        this.state = state;
        this.dispatchEvent(new Event('statechange'));
      }

      async close(): Promise<void> {
        this.turns('closed');
      }
    }
    class Node {
      readonly context = contexts.at(-1);
      readonly offset = {};
      readonly port = { addEventListener: () => undefined, start: () => undefined, close: () => undefined };
      connect(): void {}
      disconnect(): void {}
      start(): void {}
    }
    installed({
      ...{ AudioContext: Context, AudioWorkletNode: Node, ConstantSourceNode: Node },
      ...{ document: { addEventListener: () => undefined }, navigator: {} },
      // The browser has had its time.
      setTimeout: (run: () => void) => run(),
    });
    return contexts;
  }

  async function opened() {
    const contexts = waitingBrowser();
    const reports: string[] = [];
    const session = await openAudioSession(OPTIONS, {
      ...LISTENER,
      onWarning: ({ code }) => void reports.push(code),
      onRecovered: (code) => void reports.push(`${code} is over`),
    });
    return { context: contexts[0]!, reports, session };
  }

  it('is reported, and once more when it plays', async () => {
    const { context, reports } = await opened();
    assert.deepEqual(reports, ['autoplay_blocked', 'insecure_page']);
    for (const state of ['interrupted', 'running', 'suspended', 'running']) context.turns(state);
    assert.deepEqual(reports.slice(2), ['autoplay_blocked is over']);
  });

  it('is not reported to play when the call ends before', async () => {
    const { context, reports, session } = await opened();
    session.close();
    context.turns('running');
    assert.lengthOf(reports, 2);
  });
});
