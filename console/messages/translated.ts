/** The shape of the texts of a strings module in another language: the same keys and parameters, with any text. */
export type Translated<T> = T extends (...args: infer Args) => infer Result
  ? (...args: Args) => Translated<Result>
  : T extends string
    ? string
    : T extends object
      ? { readonly [Key in keyof T]: Translated<T[Key]> }
      : T;
