import type { operations } from '../../openapi.ts';
import type { Principal } from '../../domain/accounts/principal.ts';
import type { Origin } from '../../domain/audit/event.ts';
import type { ComingBytes, ReceivedFile } from './uploads.ts';

/** An operation of openapi.yaml that the API serves; `on…` are the webhooks that it sends. */
export type OperationId = Exclude<keyof operations, `on${Capitalize<string>}`>;

/**
 * Handles one operation: reads the request, calls one use case, chooses the success status. Parameters, body and reply
 * have the types that openapi.yaml declares.
 */
export type Handler<Id extends OperationId> = (
  input: InputOf<Id>,
  body: Body<JsonBody<Id>>,
) => Promise<ReplyTo<Id>> | ReplyTo<Id>;

/** A handler for every operation. */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> };

/** A request that passed validation, with the parameters of these names. */
export interface Input<InPath extends string, InQuery extends object = object> {
  /** The principal. Public operations have none and must not read it. */
  readonly principal: Principal;
  /** The request's origin, for the audit trail. */
  readonly origin: Origin;
  readonly path: (name: InPath) => string;
  readonly query: <Name extends keyof InQuery>(name: Name) => Text<InQuery[Name]>;
  /** Resolves a URL reference against the address the client used. */
  readonly absolute: (reference: string) => string;
  /** The `Range` header as received. */
  readonly range: string | null;
  /** Receives the file of a form, smaller than this many bytes, and answers with it. */
  readonly upload: <Answer>(bytesBelow: number, answer: (file: ReceivedFile) => Promise<Answer>) => Promise<Answer>;
  /** Answers with a body that is a file, smaller than this many bytes, which is received once it is wanted. */
  readonly file: <Answer>(bytesBelow: number, answer: (coming: ComingBytes) => Promise<Answer>) => Promise<Answer>;
}

/** A request of any operation, which every handler accepts. The query has another type for each. */
export interface AnyInput extends Omit<Input<string>, 'query'> {
  readonly query: (name: string) => never;
}

/** Handlers by operation id, for code that does not know the operation. */
export type AnyHandlers = Readonly<Record<string, (input: AnyInput, body: never) => Promise<Reply> | Reply>>;

declare const FIELDS: unique symbol;

/**
 * A body as a type of the core, such as `Body<NewAgent>`. A handler compiles only if openapi.yaml declares every field
 * of that type, also the optional ones, which an assignment alone does not check.
 */
export type Body<T> = T & { readonly [FIELDS]?: Complete<T> };

/** No field is optional, at any depth. */
type Complete<T> = T extends object ? { readonly [Field in keyof T]-?: Complete<T[Field]> } : T;

/** The JSON that an operation takes. An empty object if it takes none. */
type JsonBody<Id extends OperationId> = JsonOf<NonNullable<operations[Id]['requestBody']>, object>;

type JsonOf<T, Otherwise> = T extends { content: { 'application/json': infer Json } } ? Json : Otherwise;

export type InputOf<Id extends OperationId> = Input<keyof Parameters<Id>['path'] & string, Parameters<Id>['query']>;

/** The parameters of an operation by place. `never` stands for none. */
type Parameters<Id extends OperationId> = {
  [Place in 'path' | 'query']: OrNone<NonNullable<operations[Id]['parameters'][Place]>>;
};

type OrNone<T> = [T] extends [never] ? object : T;

/** A query parameter as it is spelled. */
type Text<T> = T extends string | undefined ? T : string;

/** A reply with a status and the JSON that openapi.yaml declares for the operation. */
export type ReplyTo<Id extends OperationId> = {
  [Status in keyof Responses<Id> & number]: JsonReply<Status, Immutable<JsonOf<Responses<Id>[Status], never>>>;
}[keyof Responses<Id> & number];

type Responses<Id extends OperationId> = operations[Id]['responses'];

interface JsonReply<Status extends number, Json> extends Reply {
  readonly status: Status;
  readonly body?: Json;
  readonly list?: ListOf<Json>;
}

type ListOf<Json> = Json extends readonly (infer Item)[]
  ? { readonly items: Items<Item> }
  : { readonly [Name in keyof Json]: ListIn<Json, Name> }[keyof Json];

interface ListIn<Json, Name extends keyof Json> {
  readonly items: Items<Json[Name] extends readonly (infer Item)[] ? Item : never>;
  readonly name: Name & string;
  readonly beside: Omit<Json, Name>;
}

type Items<Item> = Iterable<Item> | AsyncIterable<Item>;

/** JSON that may be read-only. Fields that are allowed beside the declared ones are not mentioned. */
type Immutable<T> = T extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [Field in keyof T as KnownField<T, Field>]: Immutable<T[Field]> }
    : T;

type KnownField<T, Field extends keyof T> = { [F in keyof T as string extends F ? never : F]: 0 } extends infer Known
  ? keyof Known extends never
    ? Field
    : Field & keyof Known
  : never;

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: unknown;
  /** A list, sent as JSON. */
  readonly list?: List;
  /** Bytes, opened only when a body is sent. */
  readonly bytes?: () => Promise<AsyncIterable<Uint8Array>>;
}

/** A list of any length. */
export interface List {
  readonly items: Items<unknown>;
  /** The field that holds the list. Without it the list is the whole body. */
  readonly name?: string;
  /** The other fields. */
  readonly beside?: object;
}

export const listed = <const L extends List>(list: L) => ({ status: 200, list }) as const;

export const ok = <const Json>(body: Json) => ({ status: 200, body }) as const;

export const created = <const Json>(body: Json) => ({ status: 201, body }) as const;

/** Spec: SuccessResponse. */
export const done = (message: string) => ok({ status: 'success', message });
