/**
 * For storing objects: recordings, transcripts, PDFs, contact lists. Keys look like `<org_id>/<call_id>/recording.wav`.
 */
export interface ObjectStore {
  /** Prefix of a stored location: `<scheme>://<bucket>/`. */
  readonly root: string;
  /** Stores the bytes, replacing an object with the same key, atomically. `size` is the exact number of bytes. */
  put(key: string, bytes: AsyncIterable<Uint8Array>, about: { size: number; contentType: string }): Promise<void>;
  /** Opens the object or a range of it, or returns null when it is absent. */
  open(key: string, part?: ByteRange): Promise<StoredObject | null>;
  /** The object's size in bytes, or null when there is none. */
  size(key: string): Promise<number | null>;
  /**
   * A download link for the object under this file name, valid for `seconds` without authentication. An absolute URL,
   * or a path of the API when the API serves the object. An absent object gets a link too.
   */
  link(key: string, seconds: number, as: { filename: string }): Promise<string>;
  /** All objects whose key starts with this folder, which ends in a slash, in any order. */
  list(folder: string): AsyncIterable<{ readonly key: string; readonly size: number }>;
  /** Removes the object, if it exists. */
  remove(key: string): Promise<void>;
}

/** First and last byte, inclusive, counted from 0. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

export interface StoredObject {
  /** Size of the entire object, whatever range was requested. */
  readonly size: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}
