import { readFileSync, statSync } from 'node:fs';
import { parseTexts } from '../adapters/lib/shipped-table.ts';
import { SettingError, type Reader } from './env-readers.ts';

const FILE_BYTES_MAX = 1024 * 1024;

/** The operator's YAML file, read at once. `read` returns what it holds, or every problem as a sentence. */
export const yamlFile =
  <T extends object>(variable: string, read: (content: unknown) => T | string[]): Reader<Exclude<T, string[]>> =>
  (path) => {
    let text: string;
    try {
      if (statSync(path).size > FILE_BYTES_MAX) return new SettingError('the file must be smaller than a megabyte');
      text = readFileSync(path, 'utf8');
    } catch {
      return new SettingError('write the path of a readable YAML file');
    }
    try {
      const content = read(parseTexts(text));
      return Array.isArray(content)
        ? new SettingError(content.join(`\n  ${variable}: `))
        : (content as Exclude<T, string[]>);
    } catch {
      return new SettingError('the file must be valid YAML');
    }
  };
