/** Telnyx's SDK brings no types. This is all of it that the tests use. */
declare module 'telnyx' {
  interface Signature {
    verifySignature(body: string, signature: string, timestamp: string, publicKey: string, tolerance: number): true;
  }
  class Telnyx {
    constructor(apiKey: string);
    readonly webhooks: { readonly signature: Signature };
  }
  export = Telnyx;
}
