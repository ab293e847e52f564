import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Confirm } from '../../parts/confirm.tsx';
import { formStrings } from './strings.ts';

/** Asks before the page is left with something unsaved: by a link, by the browser's back button or by closing it. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const [wanted, setWanted] = useState<string | null>(null);
  const { url, route } = useLocation();
  useEffect(() => {
    if (!isDirty) return;
    const here = location.href;
    const stayInTab = (event: BeforeUnloadEvent): void => event.preventDefault();
    const interceptLink = (event: MouseEvent): void => {
      const target = leadingTo(event);
      if (target === null || target === here) return;
      event.preventDefault();
      event.stopPropagation();
      setWanted(target);
    };
    // The address has changed already: it is put back before the router hears of it.
    const interceptHistory = (event: PopStateEvent): void => {
      const target = location.href;
      event.stopImmediatePropagation();
      history.pushState(null, '', here);
      setWanted(target);
    };
    addEventListener('beforeunload', stayInTab);
    document.addEventListener('click', interceptLink, { capture: true });
    addEventListener('popstate', interceptHistory, { capture: true });
    return () => {
      removeEventListener('beforeunload', stayInTab);
      document.removeEventListener('click', interceptLink, { capture: true });
      removeEventListener('popstate', interceptHistory, { capture: true });
    };
  }, [isDirty, url]);
  if (wanted === null) return null;
  const leave = async (): Promise<void> => {
    const { pathname, search } = new URL(wanted);
    route(pathname + search);
  };
  return (
    <Confirm
      title={formStrings.leaveTitle}
      action={formStrings.leave}
      onConfirm={leave}
      onClose={() => setWanted(null)}
    >
      {formStrings.leaveWhy}
    </Confirm>
  );
}

/** Where a plain press on a link leads within the console; null for any other press. */
function leadingTo(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  return link !== null && isPlain(event) && isWithin(link) ? link.href : null;
}

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

const isWithin = (link: HTMLAnchorElement): boolean =>
  link.origin === location.origin && link.target === '' && !link.hasAttribute('download');
