export interface Thing {
  readonly name: string;
}

export const named = (name: string): Thing => ({ name });
