import { convertV2 } from 'openapi-to-postmanv2';
import { parse } from 'yaml';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { withExampleValues } from './example-values.ts';
import { formatted } from './formatted.ts';

const CONTRACT = new URL('../../openapi.yaml', import.meta.url);

/** Where the collection is kept. */
export const COLLECTION = fileURLToPath(
  new URL('../postman/voice-agent-platform.postman_collection.json', import.meta.url),
);

interface Item {
  readonly name: string;
  /** What a folder holds. */
  readonly item?: readonly Item[];
  readonly request?: Request;
}

interface Request {
  readonly method: string;
  readonly url: { readonly path: readonly string[] };
  readonly header: readonly { readonly value: string }[];
  readonly auth?: unknown;
}

/** The Postman collection of openapi.yaml: the same for the same file, its requests sent to `baseUrl` with `token`. */
export async function generateCollection(): Promise<string> {
  const contract: unknown = parse(await readFile(CONTRACT, 'utf8'));
  const { item, info } = await converted(withExampleValues(withoutAnswers(contract)) as object);
  const { name, schema, description } = info;
  const collection = {
    info: { _postman_id: idOf(name), name, description, schema },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: 'http://localhost:8000' },
      { key: 'token', value: '' },
      { key: 'apiKey', value: '' },
    ],
    item: item.map((folder) => tidied(folder, '')),
  };
  return formatted(COLLECTION, JSON.stringify(collection));
}

/** The contract with responses of any content, since the converter would imagine examples of it that are not kept. */
function withoutAnswers(node: unknown, isResponse = false): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map((each) => withoutAnswers(each));
  const entries = Object.entries(node)
    .filter(([name]) => !isResponse || !/^examples?$/.test(name))
    .map(([name, each]) =>
      isResponse && name === 'schema'
        ? [name, { type: 'object' }]
        : [name, withoutAnswers(each, isResponse || name === 'responses')],
    );
  return Object.fromEntries(entries) as unknown;
}

interface Conversion {
  readonly info: Readonly<Record<'name' | 'schema' | 'description', string>>;
  readonly item: readonly Item[];
}

const converted = (contract: object): Promise<Conversion> =>
  new Promise((resolve, reject) => {
    const options = {
      folderStrategy: 'Tags',
      parametersResolution: 'Example',
      enableOptionalParameters: false,
    } as const;
    convertV2({ type: 'json', data: contract }, options, (error, result) => {
      if (result?.output?.[0] === undefined) return reject(new Error(error?.message ?? result?.reason));
      resolve(result.output[0].data as Conversion);
    });
  });

/** An item under an id that follows from its place, and without the answers that the converter imagined. */
function tidied({ name, item, request }: Item, place: string): object {
  const path = `${place}/${name}`;
  if (request === undefined) return { id: idOf(path), name, item: item?.map((inner) => tidied(inner, path)) };
  const event = GIVES_TOKEN.has(request.url.path.join('/')) ? [keepToken] : [];
  // Postman writes the header of an upload itself, with its boundary.
  const header = request.header.filter(({ value }) => value !== 'multipart/form-data');
  // No `auth` at all is what lets a request use the collection's.
  const sent = { ...request, header, auth: request.auth ?? undefined };
  return { id: idOf(path), name, event, request: sent, response: [] };
}

/** The requests whose answer is a session, which the others then use. */
const GIVES_TOKEN = new Set(['signup', 'login', 'switch-organisation'].map((route) => `api/v1/users/${route}`));

const keepToken = {
  listen: 'test',
  script: {
    type: 'text/javascript',
    exec: ["if (pm.response.code < 300) pm.collectionVariables.set('token', pm.response.json().access_token);"],
  },
};

/** A UUID that is the same whenever the text is. */
function idOf(text: string): string {
  const digits = createHash('sha256').update(text).digest('hex');
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20, 32),
  ].join('-');
}
