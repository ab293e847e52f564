/** For removing recordings of rehearsals that an organisation does not keep any more. */
export interface RehearsalRecordings {
  /** Removes those of the oldest run that is over and was made before this moment. False: none is left. */
  removeBefore(orgId: string, moment: string): Promise<boolean>;
}
