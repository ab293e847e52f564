/** Whether a text of one line is free of control characters and halves of characters: no name needs them, logs and headers suffer. */
export const isPlainText = (text: string): boolean => !/[\p{Cc}\p{Cs}]/u.test(text);
