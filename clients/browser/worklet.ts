import { Framer, WIRE_RATE } from './framer.ts';
import { JitterBuffer } from './jitter-buffer.ts';

/** The runtime writes 60 ms ahead of real time; as much is gathered before playing starts. */
const BUFFER_SAMPLES = (WIRE_RATE * 60) / 1000;

/** Posts what it hears as frames for the wire. */
class Microphone extends AudioWorkletProcessor {
  readonly #framer = new Framer(sampleRate);

  process([input]: readonly (readonly Float32Array[])[]): boolean {
    const [samples] = input ?? [];
    if (samples) for (const frame of this.#framer.push(samples)) this.port.postMessage(frame, [frame.buffer]);
    return true;
  }
}

/** Plays the frames it is posted; `null` drops those not yet played. */
class Player extends AudioWorkletProcessor {
  readonly #buffer = new JitterBuffer(BUFFER_SAMPLES);

  constructor() {
    super();
    this.port.addEventListener('message', ({ data }: MessageEvent<Int16Array | null>) => {
      if (data === null) this.#buffer.clear();
      else this.#buffer.push(data);
    });
    this.port.start();
  }

  process(_inputs: unknown, [output]: readonly (readonly Float32Array[])[]): boolean {
    const [block] = output ?? [];
    if (block) this.#buffer.read(block);
    return true;
  }
}

registerProcessor('microphone', Microphone);
registerProcessor('player', Player);
