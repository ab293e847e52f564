/**
 * Whether a person was reached: somebody answered, whatever became of the call afterwards; a machine is nobody. This one
 * rule counts connected calls and reached contacts: each contact whose attempts are over is either reached, or one of
 * those of whom a redial takes all that have a number. Spec: analytics, rule 1.
 */
export const isReached = (response: string | null): boolean => response === 'answered';
