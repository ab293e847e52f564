import { assert } from 'chai';
import { openAudioSession } from '../../clients/browser/audio-session.ts';
import { atEndOfTest } from '../support/temporary.ts';

const OPTIONS = { workletUrl: 'https://shop.test/worklet.js', microphoneId: null, speakerId: null };
const LISTENER = { onFrame: () => undefined, onWarning: () => undefined };

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
