import { mkdir } from 'node:fs/promises';

/**
 * Makes something in a folder. When the folder is missing, makes it, for the owner of the process alone, and tries again:
 * most often it is there, and asking each time would take two more operations.
 */
export async function inFolder<Made>(folder: string, make: () => Promise<Made>): Promise<Made> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return make();
  }
}
