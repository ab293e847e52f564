/** A schema of openapi.yaml, as far as a client is typed by it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

export interface ClientParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

/** What stands in a place, or where it stands. */
export type OrReference<T> = T | { readonly $ref: string };

export interface ClientOperation {
  readonly operationId: string;
  readonly summary?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly OrReference<ClientParameter>[];
  readonly requestBody?: OrReference<Content & { readonly required?: boolean }>;
  readonly responses: Readonly<Record<string, OrReference<Content>>>;
}

type PathItem = Readonly<Record<string, ClientOperation>> & {
  readonly parameters?: readonly OrReference<ClientParameter>[];
};

/** openapi.yaml, as far as a client is made of it. */
export interface ClientContract {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>> & {
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

/** What a reference within the contract names. Throws when there is no such component. */
export function resolved<T extends object>(contract: ClientContract, given: OrReference<T>): T {
  if (!('$ref' in given)) return given;
  const [, , kind = '', name = ''] = given.$ref.split('/');
  const found = contract.components[kind]?.[name];
  if (found === undefined) throw new Error(`openapi.yaml has no ${given.$ref}`);
  return found as T;
}

/** An operation with its place. */
export interface PlacedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: ClientOperation;
  readonly parameters: readonly ClientParameter[];
}

/** The operations of users: those of the platform's own services take another key. */
export const operationsOf = (contract: ClientContract): PlacedOperation[] =>
  Object.entries(contract.paths).flatMap(([path, { parameters: shared = [], ...methods }]) =>
    Object.entries(methods as Readonly<Record<string, ClientOperation>>)
      .filter(([, { security = [{}] }]) => security.length === 0 || security.some((each) => !('ApiKeyAuth' in each)))
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
        parameters: [...shared, ...(operation.parameters ?? [])].map((each) =>
          resolved<ClientParameter>(contract, each),
        ),
      })),
  );
