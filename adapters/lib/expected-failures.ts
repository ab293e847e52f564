import { mkdir } from 'node:fs/promises';

/** Whether the system reported this failure, with one of these codes if any are named. */
export const isSystemError = (
  error: unknown,
  ...codes: readonly string[]
): error is Error & { readonly code: string } =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  (codes.length === 0 || codes.includes(error.code));

/** Answers undefined instead of these expected failures of the file system. */
export const unlessCode =
  (...codes: readonly [string, ...string[]]) =>
  (error: unknown): undefined => {
    if (!isSystemError(error, ...codes)) throw error;
  };

/**
 * Makes something in a folder. When the folder is missing, makes it, for the owner of the process alone, and tries again:
 * most often it is there, and asking each time would take two more operations.
 */
export async function inFolder<Made>(folder: string, make: () => Promise<Made>): Promise<Made> {
  try {
    return await make();
  } catch (error) {
    if (!isSystemError(error, 'ENOENT')) throw error;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return make();
  }
}
