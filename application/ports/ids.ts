/** For creating ids: unique, unguessable, 36 characters long. */
export interface Ids {
  next(): string;
}
