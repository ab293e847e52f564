/** A part of a text, and what replaces it. */
export interface TextSpan {
  readonly from: number;
  readonly to: number;
  readonly label: string;
}
