import type { Question } from './articles.ts';

/** Questions of an operator, and a phrase of the answer that occurs only once in the documentation. */
export const PAGE_QUESTIONS: readonly Question[] = [
  { text: 'which version of node do i need', answer: 'Node 20.19 or newer' },
  { text: 'where are the generated keys written at the first start', answer: 'writes its keys to `data/secrets.env`' },
  { text: 'how can i try it without a microphone', answer: 'Without a microphone' },
  { text: 'what does close code 4408 mean', answer: '4408' },
  { text: 'what happens when a browser page has an origin that is not allowed', answer: '4403' },
  { text: 'how are the keys a caller presses on the telephone collected', answer: 'pause of 1.5 seconds' },
  { text: 'what does an outbound call do when the carrier does not answer', answer: 'never dialled a second time' },
  { text: 'how fast can a plivo account dial', answer: 'An account dials two calls a second' },
  { text: 'can a trial number of vobiz be called', answer: 'A trial number cannot be called' },
  { text: 'how do i replace the token of twilio', answer: '"auth_token": ["new", "old"]' },
  { text: 'where do telnyx api keys come from', answer: 'portal, API Keys' },
  { text: 'where does a forgotten password mail go without a mail server', answer: 'becomes an `.eml` file' },
  { text: 'what is the sample rate of the browser socket', answer: '16-bit mono audio, 16 kHz both ways' },
  { text: 'what is the spool of a call for', answer: 'written to `DATA_DIR/spool` during the call' },
  {
    text: 'what must all processes share when stores are distributed',
    answer: 'All processes need the same SECRET_KEY',
  },
];
