/** How keys of the telephone read in context, captions and transcript: as what they are, and no spoken words. */
export const keypadEntry = (keys: string): string => `[keypad] ${keys}`;
