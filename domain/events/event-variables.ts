/** Longest variables that events contain, as JSON in UTF-16 units. Longer ones are left out. */
const VARIABLES_MAX = 16_384;

/** Whether variables are short enough for an event. */
export const isShort = (variables: object): boolean => JSON.stringify(variables).length <= VARIABLES_MAX;
