import { speechToTextContract } from '../../contracts/speech-to-text.contract.ts';
import { textToSpeechContract } from '../../contracts/text-to-speech.contract.ts';
import { bites, keeps } from '../../support/contract.ts';
import { fakeTranscriptions, type TranscriptionFlaw } from './fake-transcriptions.ts';
import { fakeVoices, type VoiceFlaw } from './fake-voices.ts';

const TRANSCRIPTION_FLAWS: readonly TranscriptionFlaw[] = [
  'waits forever',
  'answers twice',
  'says nothing is something',
  'has second thoughts',
  'invents words',
  'misses the beginning',
  'answers out of order',
  'stutters',
  'answers every end',
  'always listens',
  'keeps the memory of others',
  'mixes up callers',
  'continues after the end',
  'stops too early',
];

const VOICE_FLAWS: readonly VoiceFlaw[] = [
  'whispers',
  'gives all at once',
  'reads nothing aloud',
  'talks on',
  'complains when stopped',
  'begins though stopped',
  'complains when closed twice',
  'talks on when closed',
  'listens to itself',
  'breaks like a program',
  'stays broken',
];

describe('speech to text: an honest fake', () => keeps(speechToTextContract, () => fakeTranscriptions(null)));
describe('speech to text: the contract', () =>
  bites(speechToTextContract, ...TRANSCRIPTION_FLAWS.map((flaw) => () => fakeTranscriptions(flaw))));

describe('text to speech: an honest fake', () => keeps(textToSpeechContract, () => fakeVoices(null)));
describe('text to speech: the contract', () =>
  bites(textToSpeechContract, ...VOICE_FLAWS.map((flaw) => () => fakeVoices(flaw))));
