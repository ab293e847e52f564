/** For taking away what an organisation knows. */
export interface OrganisationKnowledge {
  /** Removes every document of an organisation with all that was made of it. Where this fails, it can be asked again. */
  removeAll(orgId: string): Promise<void>;
}
