/** For removing recordings of rehearsals that an organisation does not keep any more. */
export interface RehearsalRecordings {
  /** Removes those of some runs that are over and were made before this moment. Answers of how many: 0 when none is left. */
  removeBefore(orgId: string, moment: string): Promise<number>;
}
