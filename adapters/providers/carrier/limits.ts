/**
 * A carrier ends an outbound call after so long, should nobody else. Four hours are what most carriers allow at all: it
 * bounds what a call that was forgotten can cost. In seconds.
 */
export const LONGEST_CALL_SECONDS = 14_400;
