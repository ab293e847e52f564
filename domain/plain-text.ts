/** Whether a text of one line is free of control characters, which no name or address needs and every log and header suffers from. */
export const isPlainText = (text: string): boolean => !/\p{Cc}/u.test(text);
