import { WIRE_RATE } from './framer.js';
import { MICROPHONE_LOST, microphoneWords } from './words.js';

/**
 * The sound of one call.
 * @typedef {object} Sound
 * @property {string | null} problem Why there is no microphone, in words; the agent is heard all the same.
 * @property {(pcm: Int16Array<ArrayBuffer>) => void} play
 * @property {() => void} flush Silences at once what was not yet played.
 * @property {(muted: boolean) => void} mute
 * @property {() => void} close Gives the microphone back.
 */

/**
 * Opens the microphone and the loudspeaker. To be called while a click is handled, or the browser keeps both silent.
 * Frames of 20 ms come for as long as it is open; without a microphone, and while muted, they are silent.
 * @param {{ frame: (pcm: Int16Array) => void, lost: (why: string) => void }} listener
 * @returns {Promise<Sound>}
 */
export async function openSound(listener) {
  const context = new AudioContext({ sampleRate: WIRE_RATE });
  await prepare(context);
  const { stream, problem } = await openMicrophone();
  const player = new AudioWorkletNode(context, 'player', { numberOfInputs: 0, outputChannelCount: [1] });
  player.connect(context.destination);
  const source = await sourceOf(stream, context);
  const microphone = new AudioWorkletNode(source.context, 'microphone', { numberOfOutputs: 0, channelCount: 1 });
  microphone.port.addEventListener('message', (/** @type {MessageEvent<Int16Array>} */ { data }) =>
    listener.frame(data),
  );
  microphone.port.start();
  source.connect(microphone);
  const tracks = stream?.getAudioTracks() ?? [];
  for (const track of tracks) track.addEventListener('ended', () => listener.lost(MICROPHONE_LOST));
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

/** @returns {Promise<{ stream: MediaStream | null, problem: string | null }>} */
async function openMicrophone() {
  const audio = { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true };
  try {
    // Absent on pages that are not secure.
    if (!navigator.mediaDevices) throw new DOMException('Not a secure page', 'SecurityError');
    return { stream: await navigator.mediaDevices.getUserMedia({ audio }), problem: null };
  } catch (error) {
    return { stream: null, problem: microphoneWords(error) };
  }
}

/**
 * A running source of the caller's sound: silence without a microphone, so that frames flow in either case.
 * @param {MediaStream | null} stream
 * @param {AudioContext} context
 * @returns {Promise<AudioNode>}
 */
async function sourceOf(stream, context) {
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
    await prepare(own);
    return own.createMediaStreamSource(stream);
  }
}

/** @param {AudioContext} context */
async function prepare(context) {
  await Promise.all([context.audioWorklet.addModule('/worklet.js'), context.resume()]);
}
