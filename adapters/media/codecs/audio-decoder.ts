/** Decodes the audio of one caller, packet by packet in order. */
export interface AudioDecoder {
  /** The samples of a packet. A damaged packet becomes 20 ms of silence. Never throws. */
  decode(bytes: Uint8Array): Int16Array;
  /**
   * Whether the last packet is part of a pause, in which the sender transmits almost nothing (discontinuous
   * transmission).
   */
  readonly isPaused: boolean;
  /** The next 20 ms of a pause. Never throws. */
  pause(): Int16Array;
  /** Frees the memory of the decoder. Nothing is decoded afterwards. */
  close(): void;
}
