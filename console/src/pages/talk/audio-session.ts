import { strings } from './strings.ts';
import { WIRE_RATE } from './framer.ts';
// oxlint-disable-next-line import/default -- the build makes this module: the address of the worklet's file
import workletUrl from './worklet.ts?worker&url';

/** Audio of one call: microphone and loudspeaker. */
export interface AudioSession {
  /** Why there is no microphone, by the name of the browser's error; the agent is heard all the same. */
  readonly problem: string | null;
  play(pcm: Int16Array<ArrayBuffer>): void;
  /** Drops unplayed audio. */
  flush(): void;
  mute(muted: boolean): void;
  /** Releases the microphone. */
  close(): void;
}

interface AudioListener {
  /** Comes every 20 ms for as long as the sound is open; without a microphone, and while muted, it is silent. */
  onFrame(pcm: Int16Array<ArrayBuffer>): void;
  /** The microphone went away in the middle of the call. */
  onMicrophoneLost(): void;
}

interface MicrophoneResult {
  readonly stream: MediaStream | null;
  readonly problem: string | null;
}

/** Opens the microphone and the loudspeaker. To be called while a click is handled, or the browser keeps both silent. */
export async function openAudioSession(listener: AudioListener): Promise<AudioSession> {
  const context = new AudioContext({ sampleRate: WIRE_RATE });
  await prepare(context);
  const { stream, problem } = await openMicrophone();
  const player = new AudioWorkletNode(context, 'player', { numberOfInputs: 0, outputChannelCount: [1] });
  player.connect(context.destination);
  const source = await audioSourceOf(stream, context);
  const microphone = new AudioWorkletNode(source.context, 'microphone', { numberOfOutputs: 0, channelCount: 1 });
  microphone.port.addEventListener('message', ({ data }: MessageEvent<Int16Array<ArrayBuffer>>) =>
    listener.onFrame(data),
  );
  microphone.port.start();
  source.connect(microphone);
  const tracks = stream?.getAudioTracks() ?? [];
  for (const track of tracks) track.addEventListener('ended', () => listener.onMicrophoneLost());
  return {
    problem,
    play: (pcm) => player.port.postMessage(pcm, { transfer: [pcm.buffer] }),
    flush: () => player.port.postMessage(null, {}),
    mute: (muted) => tracks.forEach((track) => (track.enabled = !muted)),
    close() {
      for (const track of tracks) track.stop();
      void context.close();
      if (source.context !== context && source.context instanceof AudioContext) void source.context.close();
    },
  };
}

async function openMicrophone(): Promise<MicrophoneResult> {
  const audio = { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true };
  // Absent on pages that are not secure, whatever the compiler's library says.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices) return { stream: null, problem: 'SecurityError' };
  try {
    return { stream: await devices.getUserMedia({ audio }), problem: null };
  } catch (error) {
    return { stream: null, problem: error instanceof DOMException ? error.name : 'UnknownError' };
  }
}

/** A running source of the caller's sound: silence without a microphone, so that frames flow in either case. */
async function audioSourceOf(stream: MediaStream | null, context: AudioContext): Promise<AudioNode> {
  if (!stream) {
    const silence = new ConstantSourceNode(context, { offset: 0 });
    silence.start();
    return silence;
  }
  try {
    return context.createMediaStreamSource(stream);
  } catch {
    // Some browsers refuse a microphone in a context of another rate than the device's; the framer converts then.
    const ownContext = new AudioContext();
    await prepare(ownContext);
    return ownContext.createMediaStreamSource(stream);
  }
}

async function prepare(context: AudioContext): Promise<void> {
  // Like the microphone it is for secure pages only.
  if (!('audioWorklet' in context)) throw new Error(strings.noSound);
  await Promise.all([context.audioWorklet.addModule(workletUrl), context.resume()]);
}
