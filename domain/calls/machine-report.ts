/** What a carrier reported of a machine that answered. `greeting_ended` follows `detected`, or comes alone. */
export type MachineReport = 'detected' | 'greeting_ended';

/** The report that counts. The end of a greeting stays. */
export const machineAfter = (known: MachineReport | undefined, reported: MachineReport): MachineReport =>
  known === 'greeting_ended' ? known : reported;
