/** For removing recordings of rehearsals that an organisation does not keep any more. */
export interface RehearsalRecordings {
  /** Removes the recordings of the oldest finished run that was made before this moment. False: no such run is left. */
  removeBefore(orgId: string, moment: string): Promise<boolean>;
}
