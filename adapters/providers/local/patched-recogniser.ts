import { access } from 'node:fs/promises';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';

/** The recogniser made by the build, beside this file in the sources and in the build output. */
export const PATCHED_RECOGNISER = new URL('./pocketsphinx.wasm', import.meta.url);

/** Throws a VendorFailure, not retryable, when the recogniser is not built. */
export async function requirePatchedRecogniser(file = PATCHED_RECOGNISER): Promise<void> {
  try {
    await access(file);
  } catch (cause) {
    const message = 'The local recogniser is missing: run `npm run build`, which makes pocketsphinx.wasm';
    throw new VendorFailure(message, { retryable: false, cause });
  }
}
