import busboy from 'busboy';
import { GatewayRefusal } from './openai-errors.ts';

const FORM = /^multipart\/form-data\b/i;
/** Far more than a transcription has. */
const LIMITS = { fields: 200, files: 1, parts: 201, fieldSize: 262_144 };

interface FormFile {
  readonly filename: string;
  readonly type: string;
  readonly parts: Buffer[];
}

/** A form as it was sent, with its parts in order. */
export class ModelForm {
  readonly #entries: readonly (readonly [name: string, value: string | FormFile])[];

  private constructor(entries: ModelForm['entries']) {
    this.#entries = entries;
  }

  /** Reads a form. Refuses a body that is none. */
  static read(contentType: string, body: Uint8Array): Promise<ModelForm> {
    return new Promise((resolve, reject) => {
      const broken = (): void => reject(new GatewayRefusal(400, 'invalid_form', 'The body is not a multipart form'));
      if (!FORM.test(contentType)) return broken();
      const entries: [string, string | FormFile][] = [];
      try {
        const form = busboy({ headers: { 'content-type': contentType }, defParamCharset: 'utf8', limits: LIMITS });
        form.on('field', (name, value) => void entries.push([name, value]));
        form.on('file', (name, stream, { filename, mimeType }) => {
          const file: FormFile = { filename: filename ?? 'audio', type: mimeType, parts: [] };
          entries.push([name, file]);
          stream.on('data', (part: Buffer) => void file.parts.push(part));
          stream.on('error', broken);
        });
        form.on('error', broken);
        form.on('close', () => resolve(new ModelForm(entries)));
        form.end(body);
      } catch {
        broken();
      }
    });
  }

  get entries(): readonly (readonly [name: string, value: string | FormFile])[] {
    return this.#entries;
  }

  /** The text of a field; null when it is not there. */
  text(name: string): string | null {
    return this.texts(name)[0] ?? null;
  }

  /** The texts of a field that may be repeated, under its name or as a list. */
  texts(name: string): readonly string[] {
    return this.#entries.flatMap(([key, value]) =>
      typeof value === 'string' && (key === name || key === `${name}[]`) ? [value] : [],
    );
  }

  /** The bytes of the file; null when there is none. */
  get file(): Buffer | null {
    const [, file] = this.#entries.find(([name, value]) => name === 'file' && typeof value !== 'string') ?? [];
    return file === undefined || typeof file === 'string' ? null : Buffer.concat(file.parts);
  }

  /** The same form, asking for this model. */
  async withModel(model: string): Promise<{ readonly contentType: string; readonly body: Uint8Array }> {
    const form = new FormData();
    form.append('model', model);
    for (const [name, value] of this.#entries)
      if (typeof value !== 'string')
        form.append(name, new Blob([new Uint8Array(Buffer.concat(value.parts))], { type: value.type }), value.filename);
      else if (name !== 'model') form.append(name, value);
    const encoded = new Response(form);
    const contentType = encoded.headers.get('content-type') ?? '';
    return { contentType, body: new Uint8Array(await encoded.arrayBuffer()) };
  }
}
