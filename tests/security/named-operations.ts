import * as fc from 'fast-check';
import { loadContract, type Contract } from '../../adapters/http/contract.ts';
import { contractOperations, type Schema, type WrittenOperation } from '../http/described-operations.ts';
import { valuesOf } from '../http/schema-values.ts';
import type { RequestParts } from '../support/client.ts';
import { wavFile, wavParts } from '../support/wav-files.ts';

/** What stands for the names of a contract in one request, by name. */
export type Names = Readonly<Record<string, unknown>>;

/** One operation of the contract, with every name in it that a request can fill in. */
export interface NamedOperation {
  readonly id: string;
  readonly method: string;
  /** Which credentials it asks for: a token, the internal key, or none. */
  readonly credential: 'token' | 'key' | null;
  /** Of its path, its query and its JSON body, however deep. */
  readonly names: readonly string[];
  /** A good request in which these values stand for their names; what is optional is left out unless it is `tried`. */
  request(values: Names, tried?: string): FilledRequest;
}

/** A request, with what `RequestParts` has of it. */
interface FilledRequest extends Pick<RequestParts, 'body' | 'raw' | 'headers'> {
  readonly path: string;
}

interface WrittenParameter {
  readonly name: string;
  readonly in: string;
}

interface ParameterOperation extends WrittenOperation {
  readonly parameters?: readonly WrittenParameter[];
}

const SEED = 20_261_121;

/** Every operation of the contract, including future ones. */
export const namedOperations = (): NamedOperation[] =>
  contractOperations<ParameterOperation>().map(({ path, method, operation, shared }) => {
    const parameters = [...((shared ?? []) as readonly WrittenParameter[]), ...(operation.parameters ?? [])];
    return named(path, method, { ...operation, parameters }, loadContract('/api/v1'));
  });

function named(path: string, method: string, operation: ParameterOperation, { security }: Contract): NamedOperation {
  const { parameters = [], requestBody } = operation;
  const { schema, example = {} } = requestBody?.content['application/json'] ?? {};
  const sound = requestBody?.content['audio/wav'] ? wavParts(wavFile({ seconds: 0.01 })) : {};
  const requested = (operation.security ?? security)[0];
  return {
    id: operation.operationId,
    method,
    credential: requested === undefined ? null : 'ApiKeyAuth' in requested ? 'key' : 'token',
    names: [...new Set([...parameters.map(({ name }) => name), ...namesIn(schema)])],
    request(values, tried) {
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
      const query = parameters.some((each) => each.in === 'query' && each.name === tried)
        ? `?${new URLSearchParams({ [tried ?? '']: String(values[tried ?? '']) }).toString()}`
        : '';
      return { path: filled + query, ...sound, ...(schema && { body: bodyOf(schema, { values, example, tried }) }) };
    },
  };
}

/** What a schema says of an object. Nothing where the domain alone decides: that is tried as a whole. */
const fieldsOf = (schema: Schema | undefined): Schema['properties'] =>
  schema?.['x-validated-by'] === undefined ? schema?.properties : undefined;

const namesIn = (schema: Schema | undefined): string[] =>
  Object.entries(fieldsOf(schema) ?? {})
    .flatMap(([name, each]) => [name, ...namesIn(each)])
    .concat(schema?.items ? namesIn(schema.items) : []);

interface PathFilling {
  readonly values: Names;
  readonly example: Names;
  readonly tried: string | undefined;
}

/** A body with what is required and what is tried, or with its first field where nothing is required. */
function bodyOf(schema: Schema, filling: PathFilling, name = ''): unknown {
  const { values, example, tried } = filling;
  if (name in values) return values[name];
  if (schema.items && namesIn(schema.items).length > 0) return [bodyOf(schema.items, filling)];
  const properties = fieldsOf(schema);
  if (!properties) return name in example ? example[name] : sampleOf(schema, name);
  const fields = Object.entries(properties);
  const isWanted = (field: string, each: Schema): boolean =>
    schema.required?.includes(field) === true || field === tried || namesIn(each).includes(tried ?? '');
  const wanted = fields.filter(([field, each]) => isWanted(field, each));
  // Where a URL may lead depends on the call; anything else that is known will do.
  const known = fields.filter(([field]) => field in values && !field.endsWith('_url')).slice(0, 1);
  return Object.fromEntries(
    (wanted.length > 0 ? wanted : known).map(([field, each]) => [field, bodyOf(each, filling, field)]),
  );
}

const sampleOf = (schema: Schema, name: string): unknown =>
  fc.sample(valuesOf(schema, {}, undefined, name), { seed: SEED, numRuns: 1 })[0];
