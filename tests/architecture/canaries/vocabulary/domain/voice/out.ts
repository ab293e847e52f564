// breaks participle-type
interface Out {
  readonly word: string;
}

export const out: Out = { word: 'x' };
