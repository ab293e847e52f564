import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { loadContract, methodsOf } from '../../adapters/http/contract.ts';
import { listedFor } from '../support/promised-statuses.ts';

type Bound = 'maxProperties' | 'minItems' | 'maxItems' | 'minLength' | 'maxLength' | 'minimum' | 'maximum';

/** The part of JSON Schema that the contract uses for bodies. */
export interface Schema extends Readonly<Partial<Record<Bound, number>>> {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly not?: Schema;
  readonly items?: Schema;
  readonly uniqueItems?: boolean;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly examples?: readonly unknown[];
  /** The validator, where the contract only describes the schema. */
  readonly 'x-validated-by'?: 'domain';
}

/** One operation of the contract that takes JSON. */
export interface DescribedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Required credentials: a token, the internal key, or none. */
  readonly credential: 'token' | 'key' | null;
  readonly body: Schema;
  /** A valid body, if the contract has an example. */
  readonly example: Readonly<Record<string, unknown>>;
  /** Whether the contract accepts a body. */
  accepts(body: unknown): boolean;
  /** Why the contract rejects a response, or null. */
  complaint(status: number, body: unknown): string | null;
}

interface Media {
  readonly schema: Schema;
  readonly example?: Readonly<Record<string, unknown>>;
}
type Content = Readonly<Record<string, Media>>;

/** An operation as it is written, as far as tests read it. */
export interface WrittenOperation {
  readonly operationId: string;
  readonly security?: readonly object[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const validators = new WeakMap<object, ValidateFunction>();
/** Under which the validators know the contract. */
const CONTRACT = 'contract:whole';

/** Every operation of the contract, with its references resolved. */
export function contractOperations<O extends WrittenOperation>() {
  const contract = loadContract('/api/v1');
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    methodsOf(item).map((method) => {
      const { [method]: operation, parameters } = resolved(item, contract) as Readonly<Record<string, O>>;
      return { path, method: method.toUpperCase(), operation: operation!, shared: parameters };
    }),
  );
}

/** The operations of the contract that take a body, by whether it is JSON. */
export function operationsWithBodies(): { readonly json: readonly DescribedOperation[]; readonly other: string[] } {
  const bodied = contractOperations().filter(({ operation }) => operation.requestBody !== undefined);
  return {
    json: bodied.flatMap(({ path, method, operation }) => described(path, method, operation)),
    other: bodied.filter(({ operation }) => !mediaOf(operation)).map(({ operation }) => operation.operationId),
  };
}

/** The paths under which a member reads what an organisation has stored. */
export const readablePaths = (): string[] =>
  Object.entries(loadContract('/api/v1').paths)
    .filter(([path, { get }]) => get && !get.security && !/configuration|catalog|languages/.test(path))
    .map(([path]) => path);

const mediaOf = ({ requestBody }: WrittenOperation): Media | undefined => requestBody?.content['application/json'];

function described(path: string, method: string, operation: WrittenOperation): DescribedOperation[] {
  const media = mediaOf(operation);
  if (!media) return [];
  return [
    {
      id: operation.operationId,
      ...{ method, path },
      credential: credentialOf(operation),
      body: media.schema,
      example: media.example ?? {},
      accepts: (body) => validatorOf(media.schema)(body),
      complaint(status, body) {
        const promise = listedFor(operation.responses, status);
        if (!promise) return `${status} is not promised`;
        const isKept = validatorOf(promise.content?.['application/json']?.schema ?? {});
        return isKept(body) ? null : ajv.errorsText(isKept.errors);
      },
    },
  ];
}

function credentialOf({ security }: WrittenOperation): DescribedOperation['credential'] {
  if (security?.length === 0) return null;
  return security?.some((each) => 'ApiKeyAuth' in each) ? 'key' : 'token';
}

/**
 * The validator of a schema, compiled when it is first needed: most responses are answered nowhere. It shares what it refers to
 * with others.
 */
function validatorOf(schema: Schema): ValidateFunction {
  if (!ajv.getSchema(CONTRACT)) ajv.addSchema(loadContract('/api/v1'), CONTRACT);
  const validate = validators.get(schema) ?? ajv.compile(intoContract(written.get(schema) ?? schema) as object);
  validators.set(schema, validate);
  return validate;
}

/** A part of the contract whose references lead into the whole one from anywhere. */
function intoContract(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map(intoContract);
  if ('$ref' in part && typeof part.$ref === 'string') return { ...part, $ref: CONTRACT + part.$ref };
  return Object.fromEntries(Object.entries(part).map(([key, each]) => [key, intoContract(each)]));
}

/** What each part of a contract is when its references are resolved. */
const known = new WeakMap<object, unknown>();
/** The same the other way round. */
const written = new WeakMap<object, object>();

/** The node with every reference resolved. No schema of the contract is recursive. */
export function resolved(node: unknown, root: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node;
  const found = known.get(node) ?? resolvedNode(node, root);
  known.set(node, found);
  if (typeof found === 'object' && found !== null && !('$ref' in node)) written.set(found, node);
  return found;
}

function resolvedNode(node: object, root: unknown): unknown {
  if (Array.isArray(node)) return node.map((each) => resolved(each, root));
  if ('$ref' in node) return resolved(referred(String(node.$ref), root), root);
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolved(value, root)]));
}

const referred = (reference: string, root: unknown): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce((place, key) => (place as Record<string, unknown>)[key], root);
