// Runs in the page before anything of its own: what is played goes through a tap that keeps the samples.
{
  // The tap's events wait for the page's main thread, and what it does not fetch in time is lost: half a second of it.
  const BUFFER = 8192;
  const PAUSE = 1.5 * 16_000;
  const connect = AudioNode.prototype.connect;
  const played = [];
  // One for each context, since players may use a new node for every utterance.
  const taps = new WeakMap();
  const tapOf = (/** @type {AudioDestinationNode} */ speaker) => {
    const known = taps.get(speaker);
    if (known) return known;
    const tap = speaker.context.createScriptProcessor(BUFFER, 1, 1);
    tap.addEventListener('audioprocess', ({ inputBuffer }) => played.push(...inputBuffer.getChannelData(0)));
    connect.call(tap, speaker);
    taps.set(speaker, tap);
    return tap;
  };
  AudioNode.prototype.connect = function (target, ...more) {
    if (target instanceof AudioDestinationNode) connect.call(this, tapOf(target));
    return connect.call(this, target, ...more);
  };
  globalThis.playedSamples = () => played.length;
  const fellSilentSince = (/** @type {number} */ at) => {
    const last = played.findLastIndex((value) => Math.abs(value) > 0.01);
    return last > at && played.length - last > PAUSE;
  };
  /** Resolves when something was heard since then, and nothing any more for a while. */
  globalThis.silenceSince = async (/** @type {number} */ at) => {
    while (!fellSilentSince(at)) await new Promise((resolve) => setTimeout(resolve, 200));
  };
  // As text, which leaves the browser much faster than an array of numbers.
  globalThis.playedSince = (/** @type {number} */ at) => {
    const samples = Int16Array.from(played.slice(at), (value) => value * 0x7fff);
    return Array.from(new Uint8Array(samples.buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
  };
}
