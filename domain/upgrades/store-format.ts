/**
 * The format of stored documents that this release writes. 1: releases that recorded none. It goes up by one when a release
 * stores what the one before the last would misread: see docs/upgrades.md.
 */
export const STORE_FORMAT = 2;

/** The stores were used by a release with which this one cannot share them. The message says what to do. */
export class NewerStores extends Error {
  constructor(stored: number, own: number) {
    super(
      `The stores have format ${stored}, and this release works with formats up to ${own + 1}: a release at least two steps ` +
        'newer has used them. Nothing was changed. Start that release or a newer one, or restore a backup from before the ' +
        'upgrade into stores of its own (docs/upgrades.md).',
    );
    this.name = 'NewerStores';
  }
}

/** Throws `NewerStores` unless a release of this format works on stores of that one: one step behind still does. */
export function requireUsableFormat(stored: number, own = STORE_FORMAT): void {
  if (stored > own + 1) throw new NewerStores(stored, own);
}
