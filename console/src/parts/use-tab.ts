import { useLocation } from 'preact-iso';

/** Which of a page's tabs is open, and a way to open another. The address says it, but for the first. */
export function useTab<Id extends string>(ids: readonly [Id, ...Id[]]): readonly [Id, (id: string) => void] {
  const { path, query, route } = useLocation();
  const selected = ids.find((id) => id === query['tab']) ?? ids[0];
  const select = (id: string): void => {
    const { tab: _before, ...rest } = query;
    const next = new URLSearchParams(id === ids[0] ? rest : { ...rest, tab: id }).toString();
    route(next === '' ? path : `${path}?${next}`, true);
  };
  return [selected, select];
}
