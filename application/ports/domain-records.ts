/** For reading what the owner of a domain has published in DNS. */
export interface DomainRecords {
  /** The TXT records of a name, each as one text. None when there are none. Throws `unavailable` without an answer in time. */
  texts(name: string): Promise<readonly string[]>;
}
