/** What a page is given: the parts of its address. */
export interface PageProps {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
}
