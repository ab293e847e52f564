// breaks banned-comment
/**
 * Ends the call when
 * somebody hangs up.
 */
export const end = 'nobody';
