// breaks banned-type-name
export interface CarrierLine {
  readonly text_line: string;
}
