/** For naming new things: every answer is unique, unguessable and 36 characters long. */
export interface Ids {
  next(): string;
}
