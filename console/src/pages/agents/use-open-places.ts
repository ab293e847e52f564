import { useState } from 'preact/hooks';

/** Which entries of a list show their forms, by place. */
export function useOpenPlaces() {
  const [open, setOpen] = useState<readonly number[]>([]);
  return {
    has: (place: number): boolean => open.includes(place),
    toggle: (place: number): void =>
      setOpen(open.includes(place) ? open.filter((at) => at !== place) : [...open, place]),
    /** The entry at this place is gone: those after it move up. */
    forget: (gone: number): void => setOpen(open.filter((at) => at !== gone).map((at) => (at > gone ? at - 1 : at))),
    /** The entry at this place changes places with the one before it. */
    raise: (place: number): void =>
      setOpen(open.map((at) => (at === place ? place - 1 : at === place - 1 ? place : at))),
  };
}
