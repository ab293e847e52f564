// breaks participle-type
export type Recognised = string;
export type Encoding = 'pcmu' | 'pcma';
