/** For cleaning up after uploads of recordings that a crash interrupted. */
export interface AbandonedUploads {
  /** Removes the object of this key, unless what it belongs to still exists. */
  remove(key: string): Promise<void>;
}
