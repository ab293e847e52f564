import { operationsOf, resolved, type ClientContract, type PlacedOperation, type Schema } from './openapi.ts';
import { pythonName, type PythonTypes } from './python-types.ts';

/** The methods of the client, one for each operation. */
export const pythonMethods = (contract: ClientContract, types: PythonTypes): string[] =>
  operationsOf(contract).map((placed) => methodOf(contract, types, placed));

/** An argument of a method. */
interface Argument {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
}

function methodOf(contract: ClientContract, types: PythonTypes, placed: PlacedOperation): string {
  const { method, operation, parameters } = placed;
  const { operationId, summary = '' } = operation;
  const inPath = parameters.filter((each) => each.in === 'path');
  const inQuery = parameters.filter((each) => each.in === 'query');
  const body = bodyOf(contract, types, placed);
  const positional = [
    ...inPath.map(({ name }): Argument => ({ name: pythonName(name), type: 'Union[str, int]', isRequired: true })),
    ...body.arguments,
  ];
  const named = inQuery.map(({ name, required = false, schema }): Argument => {
    return { name: pythonName(name), type: types.typeOf(schema, `${operationId}_${name}`), isRequired: required };
  });
  const answer = answerOf(contract, types, placed);
  const query = inQuery.map(({ name }) => `${JSON.stringify(name)}: ${pythonName(name)}`);
  const sent = [
    JSON.stringify(method),
    pathOf(placed),
    ...(query.length > 0 ? [`query={${query.join(', ')}}`] : []),
    ...body.sent,
  ];
  return `    def ${pythonName(operationId)}(${signature(positional, named)}) -> ${answer.type}:
        """${summary.replaceAll('"', "'")}."""
        return self.${body.sender ?? answer.sender}(${sent.join(', ')})
`;
}

function signature(positional: readonly Argument[], named: readonly Argument[]): string {
  const required = positional.filter(({ isRequired }) => isRequired).map(({ name, type }) => `${name}: ${type}`);
  const optional = positional.filter(({ isRequired }) => !isRequired);
  const keywords = [...named].map((each) => (each.isRequired ? `${each.name}: ${each.type}` : withDefault(each)));
  return ['self', ...required, ...optional.map(withDefault), ...(keywords.length > 0 ? ['*', ...keywords] : [])].join(
    ', ',
  );
}

const withDefault = ({ name, type }: Argument): string =>
  `${name}: ${type.startsWith('Optional[') ? type : `Optional[${type}]`} = None`;

const pathOf = ({ path }: PlacedOperation): string => {
  const filled = path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => `{path_part(${pythonName(name)})}`);
  return filled === path ? JSON.stringify(path) : `f${JSON.stringify(filled)}`;
};

interface Body {
  readonly arguments: readonly Argument[];
  /** The arguments as they are passed on. */
  readonly sent: readonly string[];
  readonly sender: string | null;
}

function bodyOf(contract: ClientContract, types: PythonTypes, { operation, path }: PlacedOperation): Body {
  if (operation.requestBody === undefined) return { arguments: [], sent: [], sender: null };
  const { content = {}, required = false } = resolved(contract, operation.requestBody);
  const json = content['application/json']?.schema;
  if (json !== undefined) {
    const type = types.typeOf(json, `${operation.operationId}_body`);
    return { arguments: [{ name: 'body', type, isRequired: required }], sent: ['body=body'], sender: null };
  }
  const sound = Object.keys(content).find((type) => type.startsWith('audio/'));
  if (sound !== undefined) return { arguments: [FILE], sent: [FILE.name, JSON.stringify(sound)], sender: '_file' };
  return formOf(content, path);
}

const FILE: Argument = { name: 'file', type: 'bytes', isRequired: true };

/** The body of a form that has a file, and nothing else. */
function formOf(content: Readonly<Record<string, { readonly schema?: Schema }>>, path: string): Body {
  const upload = content['multipart/form-data']?.schema;
  if (Object.keys(upload?.properties ?? {}).join(' ') !== 'file')
    throw new Error(`${path}: the body is neither JSON nor a file`);
  const names: readonly Argument[] = [FILE, { name: 'filename', type: 'str', isRequired: true }];
  return { arguments: names, sent: names.map(({ name }) => name), sender: '_upload' };
}

const TEXT = /^text\/|yaml$|ndjson$/;

/** What a method answers, and how it is read. */
function answerOf(contract: ClientContract, types: PythonTypes, { operation }: PlacedOperation) {
  const [status] = Object.keys(operation.responses)
    .filter((each) => each.startsWith('2'))
    .toSorted();
  const { content = {} } = status === undefined ? {} : resolved(contract, operation.responses[status]!);
  const kinds = Object.keys(content);
  const json: Schema | undefined = content['application/json']?.schema;
  if (json !== undefined) return { type: types.typeOf(json, `${operation.operationId}_answer`), sender: '_json' };
  if (kinds.length === 0) return { type: 'None', sender: '_json' };
  return kinds.every((kind) => TEXT.test(kind))
    ? { type: 'str', sender: '_text' }
    : { type: 'bytes', sender: '_bytes' };
}
