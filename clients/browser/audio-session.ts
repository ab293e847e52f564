import { ended, microphoneWarning, VoiceAgentError, warningOf } from './ended.ts';
import type { CallWarning, WarningCode } from './events.ts';
import { WIRE_RATE } from './framer.ts';

/** Audio of one call: microphone and loudspeaker. */
export interface AudioSession {
  play(pcm: Int16Array<ArrayBuffer>): void;
  /** Drops unplayed audio. */
  flush(): void;
  mute(muted: boolean): void;
  /** Takes another microphone. The present one stays if that fails. */
  useMicrophone(deviceId: string): Promise<void>;
  /** Plays on another loudspeaker. False where the browser cannot. */
  useSpeaker(deviceId: string): Promise<boolean>;
  /** Releases the microphone. */
  close(): void;
}

export interface AudioListener {
  /** Comes every 20 ms while the audio is open; without a microphone, and while muted, it is silent. */
  onFrame(pcm: Int16Array<ArrayBuffer>): void;
  onWarning(warning: CallWarning): void;
  /** What a warning reported is over. */
  onRecovered(code: WarningCode): void;
}

export interface AudioOptions {
  /** Address of the worklet's file. Null: the one inside the built package. */
  readonly workletUrl: string | URL | null;
  readonly microphoneId: string | null;
  readonly speakerId: string | null;
}

interface Microphone {
  readonly stream: MediaStream | null;
  readonly warning: CallWarning | null;
}

interface Capture {
  readonly stream: MediaStream | null;
  close(): void;
}

/** How long a browser may take to start playing before the user learns that it waits for a click. In milliseconds. */
const RESUME_MS = 1_000;
const GESTURES = ['pointerdown', 'keydown', 'touchend'] as const;

/** Opens the microphone and the loudspeaker, within the click that asks for it. Rejects where nothing can be played. */
export async function openAudioSession(options: AudioOptions, listener: AudioListener): Promise<AudioSession> {
  const context = new AudioContext({ sampleRate: WIRE_RATE });
  try {
    await start(context, options, listener);
    return await sessionIn(context, options, listener);
  } catch (error) {
    // A page may try again, and has few of them.
    if (context.state !== 'closed') void context.close();
    throw error;
  }
}

async function sessionIn(context: AudioContext, options: AudioOptions, listener: AudioListener): Promise<AudioSession> {
  const player = new AudioWorkletNode(context, 'player', { numberOfInputs: 0, outputChannelCount: [1] });
  player.connect(context.destination);
  let isMuted = false;
  let isClosed = false;
  let capture: Capture | null = null;

  async function take(stream: MediaStream | null): Promise<void> {
    const next = await openCapture(context, options, stream, listener).catch((error: unknown) => {
      for (const track of tracksOf(stream)) track.stop();
      throw error;
    });
    capture?.close();
    if (isClosed) return next.close();
    capture = next;
    for (const track of tracksOf(stream)) {
      track.enabled = !isMuted;
      track.addEventListener('ended', () => capture === next && listener.onWarning(warningOf('microphone_lost')));
    }
  }

  const { stream, warning } = await openMicrophone(options.microphoneId);
  await take(stream);
  if (warning) listener.onWarning(warning);
  if (options.speakerId !== null) await useSpeaker(context, options.speakerId);
  return {
    play: (pcm) => player.port.postMessage(pcm, { transfer: [pcm.buffer] }),
    flush: () => player.port.postMessage(null, {}),
    mute(muted) {
      isMuted = muted;
      for (const track of tracksOf(capture?.stream ?? null)) track.enabled = !muted;
    },
    async useMicrophone(deviceId) {
      const other = await openMicrophone(deviceId);
      if (other.stream) await take(other.stream);
      if (other.warning) listener.onWarning(other.warning);
    },
    useSpeaker: (deviceId) => useSpeaker(context, deviceId),
    close() {
      isClosed = true;
      capture?.close();
      void context.close();
    },
  };
}

const tracksOf = (stream: MediaStream | null): readonly MediaStreamTrack[] => stream?.getAudioTracks() ?? [];

/** Lets the context play. Rejects where it cannot. */
async function start(context: AudioContext, options: AudioOptions, listener: AudioListener): Promise<void> {
  // Like the microphone it is for secure pages only.
  if (!('audioWorklet' in context)) throw new VoiceAgentError(ended('no_audio'));
  // Rejected when it is closed before.
  const started = context.resume().then(
    () => true,
    () => false,
  );
  await addWorklet(context, options);
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), RESUME_MS));
  // Browsers keep it waiting when no click asked for it, and telephones stop it for their own calls.
  if (!(await Promise.race([started, late]))) warnUntilItPlays(context, listener);
  const resume = (): void => {
    if (context.state === 'closed') for (const type of GESTURES) document.removeEventListener(type, resume, true);
    else if (context.state !== 'running') void context.resume();
  };
  for (const type of GESTURES) document.addEventListener(type, resume, true);
}

/** The browser waits for a click or a key. */
function warnUntilItPlays(context: AudioContext, { onWarning, onRecovered }: AudioListener): void {
  onWarning(warningOf('autoplay_blocked'));
  const onChange = (): void => {
    if (context.state !== 'running' && context.state !== 'closed') return;
    context.removeEventListener('statechange', onChange);
    if (context.state === 'running') onRecovered('autoplay_blocked');
  };
  context.addEventListener('statechange', onChange);
}

/** Loads the worklet from its file. A page whose policy does not allow the file may allow the text of the built package. */
async function addWorklet(context: AudioContext, { workletUrl }: AudioOptions): Promise<void> {
  const source = typeof WORKLET_SOURCE === 'string' ? WORKLET_SOURCE : null;
  try {
    if (workletUrl !== null) return await context.audioWorklet.addModule(String(workletUrl));
  } catch (cause) {
    if (source === null) throw new VoiceAgentError(ended('no_audio', { cause, detail: 'The worklet did not load' }));
  }
  const url = URL.createObjectURL(new Blob([source ?? ''], { type: 'text/javascript' }));
  try {
    await context.audioWorklet.addModule(url);
  } catch (cause) {
    const detail = 'The content security policy of the page must allow the worklet: see workletUrl';
    throw new VoiceAgentError(ended('no_audio', { cause, detail }));
  } finally {
    URL.revokeObjectURL(url);
  }
}

async function openMicrophone(deviceId: string | null): Promise<Microphone> {
  const device = deviceId === null ? {} : { deviceId: { exact: deviceId } };
  const audio = { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true, ...device };
  // Absent on pages that are not secure, whatever the compiler's library says.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices) return { stream: null, warning: microphoneWarning('SecurityError') };
  try {
    return { stream: await devices.getUserMedia({ audio }), warning: null };
  } catch (error) {
    const name = error instanceof DOMException ? error.name : 'UnknownError';
    return { stream: null, warning: microphoneWarning(name) };
  }
}

/** Passes frames of the caller's audio on: silence without a microphone, so that frames flow in either case. */
async function openCapture(
  context: AudioContext,
  options: AudioOptions,
  stream: MediaStream | null,
  { onFrame }: AudioListener,
): Promise<Capture> {
  const source = await sourceOf(stream, context, options);
  const frames = new AudioWorkletNode(source.context, 'microphone', { numberOfOutputs: 0, channelCount: 1 });
  frames.port.addEventListener('message', ({ data }: MessageEvent<Int16Array<ArrayBuffer>>) => onFrame(data));
  frames.port.start();
  source.connect(frames);
  return {
    stream,
    close() {
      source.disconnect();
      frames.port.close();
      for (const track of tracksOf(stream)) track.stop();
      if (source.context !== context && source.context instanceof AudioContext) void source.context.close();
    },
  };
}

async function sourceOf(stream: MediaStream | null, context: AudioContext, options: AudioOptions): Promise<AudioNode> {
  if (!stream) {
    const silence = new ConstantSourceNode(context, { offset: 0 });
    silence.start();
    return silence;
  }
  try {
    return context.createMediaStreamSource(stream);
  } catch {
    // Some browsers refuse a microphone in a context of another rate than the device's; the framer converts then.
    const own = new AudioContext();
    try {
      await Promise.all([addWorklet(own, options), own.resume()]);
      return own.createMediaStreamSource(stream);
    } catch (error) {
      void own.close();
      throw error;
    }
  }
}

/** Not every browser can choose the loudspeaker. */
async function useSpeaker(context: AudioContext, deviceId: string): Promise<boolean> {
  const { setSinkId } = context as AudioContext & { setSinkId?: (id: string) => Promise<void> };
  if (!setSinkId) return false;
  return setSinkId.call(context, deviceId).then(
    () => true,
    () => false,
  );
}
