/** A call could not be set up. */
export class SetUpFailure extends Error {
  /** `refused`: the installation said no; without it the call failed. */
  readonly isRefusal: boolean;

  constructor(message: string, isRefusal: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isRefusal = isRefusal;
  }
}
