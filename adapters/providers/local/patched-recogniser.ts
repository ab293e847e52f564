import { access } from 'node:fs/promises';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';

/** The recogniser that the build makes, beside this file in the sources and in the build alike. */
export const PATCHED_RECOGNISER = new URL('./pocketsphinx.wasm', import.meta.url);

/** Refuses, not to be tried again, when the recogniser has not been built. */
export async function requirePatchedRecogniser(file = PATCHED_RECOGNISER): Promise<void> {
  try {
    await access(file);
  } catch (cause) {
    const message = 'The local recogniser is missing: run `npm run build`, which makes pocketsphinx.wasm';
    throw new VendorFailure(message, { retryable: false, cause });
  }
}
