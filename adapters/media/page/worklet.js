import { Framer, WIRE_RATE } from './framer.js';
import { JitterBuffer } from './jitter-buffer.js';

/** The runtime writes 60 ms ahead of real time; as much is gathered before playing starts. */
const TARGET_SAMPLES = (WIRE_RATE * 60) / 1000;

/** Posts what it hears as frames for the wire. */
class Microphone extends AudioWorkletProcessor {
  #framer = new Framer(sampleRate);

  /** @param {Float32Array[][]} inputs */
  process([input]) {
    const [samples] = input ?? [];
    if (samples) for (const frame of this.#framer.push(samples)) this.port.postMessage(frame, [frame.buffer]);
    return true;
  }
}

/** Plays the frames it is posted; `null` drops those not yet played. */
class Player extends AudioWorkletProcessor {
  #buffer = new JitterBuffer(TARGET_SAMPLES);

  constructor() {
    super();
    this.port.addEventListener('message', (/** @type {MessageEvent<Int16Array | null>} */ { data }) => {
      if (data === null) this.#buffer.clear();
      else this.#buffer.push(data);
    });
    this.port.start();
  }

  /** @param {Float32Array[][]} _inputs @param {Float32Array[][]} outputs */
  process(_inputs, [output]) {
    const [block] = output ?? [];
    if (block) this.#buffer.read(block);
    return true;
  }
}

registerProcessor('microphone', Microphone);
registerProcessor('player', Player);
