import { assert } from 'chai';

type RequiredKeys<T> = { [K in keyof T]-?: object extends Pick<T, K> ? never : K }[keyof T];

/** The fields that a type of an SDK requires. The compiler sees to it that none is missing here and none is invented. */
export type FieldsOf<T> = Readonly<Record<RequiredKeys<T>, true>>;

/** Each of these messages has every field that its type in the SDK requires: SDKs without validators do not look. */
export function haveFields<T>(messages: readonly T[], fields: FieldsOf<T>): void {
  assert.isNotEmpty(messages);
  for (const message of messages) assert.containsAllKeys(message, Object.keys(fields), JSON.stringify(message));
}
