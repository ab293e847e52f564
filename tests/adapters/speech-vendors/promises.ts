import { sttVendorContract, tidySttContract, type SttVendor } from '../../contracts/stt-vendor.contract.ts';
import { replyContract } from '../../contracts/reply.contract.ts';
import { speakingVendorContract, tidySpeakerContract, type TtsVendor } from '../../contracts/tts-vendor.contract.ts';
import { speechToTextContract } from '../../contracts/speech-to-text.contract.ts';
import { textToSpeechContract } from '../../contracts/text-to-speech.contract.ts';
import { keeps } from '../../support/contract.ts';

type Exempt = Readonly<Record<string, string>>;

/** All that is promised by a vendor's adapter that listens. */
export function listens(make: () => Promise<SttVendor>, exempt: Exempt = {}): void {
  keeps(speechToTextContract, make, exempt);
  listensAsVendor(make, exempt);
}

/** The same without what is promised by every transcription, for vendors who keep that elsewhere. */
export function listensAsVendor(make: () => Promise<SttVendor>, exempt: Exempt = {}): void {
  keeps(sttVendorContract, make, exempt);
  keeps(tidySttContract, make);
}

/** All that is promised by a vendor's adapter that speaks. */
export function speaks(make: () => Promise<TtsVendor>, exempt: Exempt = {}): void {
  keeps(textToSpeechContract, make, exempt);
  speaksAsVendor(make, exempt);
}

/** The same without what is promised by every voice, for vendors who keep that elsewhere. */
export function speaksAsVendor(make: () => Promise<TtsVendor>, exempt: Exempt = {}): void {
  keeps(speakingVendorContract, make, exempt);
  keeps(replyContract, make);
  keeps(tidySpeakerContract, make);
}
