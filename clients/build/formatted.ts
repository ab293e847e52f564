import { readFile } from 'node:fs/promises';
import { format, type FormatConfig } from 'oxfmt';

const STYLE = new URL('../../.oxfmtrc.json', import.meta.url);

/** The content of a generated file, formatted like the written sources. Throws for content that cannot be parsed. */
export async function formatted(file: string, content: string): Promise<string> {
  const { code, errors } = await format(file, content, JSON.parse(await readFile(STYLE, 'utf8')) as FormatConfig);
  const [error] = errors;
  if (error) throw new Error(`${file} cannot be formatted: ${error.message}`);
  return code;
}
