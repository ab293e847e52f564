/** Decodes the audio of one caller, piece by piece in its order. */
export interface AudioDecoder {
  /** The samples of a piece. A damaged piece is 20 ms of silence. Never throws. */
  decode(bytes: Uint8Array): Int16Array;
  /**
   * Whether the last piece began a pause, or goes on with one: until the caller speaks again the sender sends next to
   * nothing (discontinuous transmission).
   */
  readonly isPaused: boolean;
  /** The next 20 ms of a pause. Never throws. */
  pause(): Int16Array;
  /** Frees the memory of the decoder. Nothing is decoded afterwards. */
  close(): void;
}
