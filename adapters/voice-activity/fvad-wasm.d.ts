declare module '@echogarden/fvad-wasm' {
  /**
   * The WebRTC voice activity detector. Pointers are byte offsets into the heap. Views become invalid when it grows.
   */
  interface Fvad {
    readonly HEAP16: Int16Array;
    _malloc(bytes: number): number;
    _free(pointer: number): void;
    _fvad_new(): number;
    _fvad_free(detector: number): void;
    _fvad_set_sample_rate(detector: number, rate: number): number;
    _fvad_set_mode(detector: number, mode: number): number;
    /** 1 speech, 0 none, -1 for a frame that is not 10, 20 or 30 ms long. */
    _fvad_process(detector: number, samples: number, count: number): number;
  }
  const load: () => Promise<Fvad>;
  export default load;
}
