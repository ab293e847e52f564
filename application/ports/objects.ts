/** For keeping bytes under a key: recordings, transcripts, PDFs, contact lists. Keys look like `<org_id>/<call_id>/recording.wav`. */
export interface ObjectStore {
  /** What stands before a key in a stored location: `<scheme>://<bucket>/`. */
  readonly root: string;
  /** Stores the bytes, replacing any under the same key. Visible whole or not at all. `size` is the exact number of bytes. */
  put(key: string, bytes: AsyncIterable<Uint8Array>, about: { size: number; contentType: string }): Promise<void>;
  /** Opens the object for reading, whole or a part, or answers null when there is none. */
  open(key: string, part?: ByteRange): Promise<StoredObject | null>;
  /** The object's size in bytes, or null when there is none. */
  size(key: string): Promise<number | null>;
  /**
   * Where anybody may download the object under this file name, for so many seconds and without a token of ours. An
   * absolute URL, or a path on the API when it is the API itself that serves the object. An absent one gets a link too.
   */
  link(key: string, seconds: number, as: { filename: string }): Promise<string>;
  /** Every object whose key begins with this folder, which ends in a slash, in no particular order. */
  list(folder: string): AsyncIterable<{ readonly key: string; readonly size: number }>;
  /** Removes the object; removing an absent one is not an error. */
  remove(key: string): Promise<void>;
}

/** From the first to the last byte, both included, counted from 0. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

export interface StoredObject {
  /** Size of the whole object, whatever part was asked for. */
  readonly size: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}
