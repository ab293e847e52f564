import type { FieldOf } from './declaration.ts';

/** Maximum number of items of a list setting. */
export const LIST_MAX = 1_000;
/** Maximum length of a text setting, in UTF-16 units. */
export const TEXT_MAX = 200_000;

interface FieldHelp {
  readonly description?: string;
  readonly docs_url?: string;
}

interface TextOptions extends FieldHelp {
  readonly format?: 'uri';
  readonly default?: string;
  readonly examples?: readonly string[];
  readonly allow_custom_input?: boolean;
  readonly multiline?: true;
  readonly model_options?: Readonly<Record<string, readonly string[]>>;
}

interface NumberOptions extends FieldHelp {
  readonly default?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly examples?: readonly number[];
  readonly allow_custom_input?: boolean;
}

/** Type of a field's value. Undefined is possible without a default. */
type FieldFor<Options, T> = FieldOf<Options extends { readonly default: unknown } ? T : T | undefined>;

/** A credential: encrypted at rest, never part of an agent's configuration. */
export const secret = (
  options: FieldHelp & { readonly multiline?: true; readonly format?: 'uri' } = {},
): FieldOf<string | undefined> => ({
  type: 'string',
  secret: true,
  ...options,
});

/** A text. With examples and without `allow_custom_input`, only the examples are accepted. */
export const text = <O extends TextOptions>(options?: O): FieldFor<O, string> => ({ type: 'string', ...options });

/** One of these values, typed as their union. */
export const choice = <const V extends string, O extends FieldHelp & { readonly default?: NoInfer<V> }>(
  examples: readonly V[],
  options?: O,
): FieldFor<O, V> => ({ type: 'string', examples, ...options });

/** An integer. */
export const integer = <O extends NumberOptions>(options?: O): FieldFor<O, number> => ({ type: 'integer', ...options });

/** A number. */
export const number = <O extends NumberOptions>(options?: O): FieldFor<O, number> => ({ type: 'number', ...options });

/** A boolean. */
export const flag = <O extends FieldHelp & { readonly default?: boolean }>(options?: O): FieldFor<O, boolean> => ({
  type: 'boolean',
  ...options,
});

/** A list of at most `LIST_MAX` items, texts unless `items` has another schema. */
export const list = <T = string>(
  options: FieldHelp & { readonly default: readonly T[]; readonly items?: Readonly<Record<string, unknown>> },
): FieldOf<readonly T[]> => ({ type: 'array', items: { type: 'string' }, ...options });

/** An object with any fields. */
export const object = (options?: FieldHelp): FieldOf<Readonly<Record<string, unknown>> | undefined> => ({
  type: 'object',
  ...options,
});
