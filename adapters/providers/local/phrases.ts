/** Default phrases, for agents without their own. */
export const EVERYDAY_PHRASES: readonly string[] = [
  'yes',
  'yes please',
  'no',
  'no thank you',
  'okay',
  'maybe',
  'that is right',
  'that is wrong',
  'hello',
  'good morning',
  'good afternoon',
  'good evening',
  'goodbye',
  'thank you',
  'thank you goodbye',
  'please',
  'sorry',
  'help',
  'stop',
  'wait a moment please',
  'can you repeat that please',
  'i did not understand',
  'please speak more slowly',
  'who are you',
  'are you a real person',
  'what is your name',
  'what can you do',
  'can you help me',
  'i have a question',
  'i want to speak to a person',
  'please call me back',
  'what are your opening hours',
  'when do you open',
  'when do you close',
  'are you open today',
  'are you open tomorrow',
  'are you open on sunday',
  'where are you',
  'what is your address',
  'how do i get there',
  'is there parking',
  'what is your phone number',
  'what is your email address',
  'how much does it cost',
  'can i pay by card',
  'how long does it take',
  'what is on the menu',
  'do you have vegetarian food',
  'do you deliver',
  'i want to book a table',
  'can i book a table',
  'can i book a table for two',
  'for two people',
  'for four people',
  'i want to book a table for two',
  'i want to book a table for four',
  'i want to make an appointment',
  'can i book a room',
  'i want to change my booking',
  'i want to cancel my booking',
  'i want to check my order',
  'i have a problem with my order',
  'i want my money back',
  'today',
  'tomorrow',
  'tomorrow morning',
  'this evening',
  'next week',
  'at seven in the evening',
];

/**
 * Normalises phrases for the recogniser: lower case, single spaces, no punctuation, no duplicates. The default phrases
 * when none is left.
 */
export function wholePhrases(phrases: readonly string[]): readonly string[] {
  const whole = new Set(phrases.map(bareWords).filter((phrase) => phrase !== ''));
  return whole.size === 0 ? EVERYDAY_PHRASES : [...whole];
}

const bareWords = (phrase: string): string =>
  phrase
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[‘’]/g, "'")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}']+/gu, ' ')
    .trim();
