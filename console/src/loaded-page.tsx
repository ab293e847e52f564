import type { ComponentType } from 'preact';
import { lazy } from 'preact-iso';
import { useEffect } from 'preact/hooks';
import { NotLoaded } from './not-found.tsx';
import type { PageProps } from './page-props.ts';
import { PageSkeleton } from './parts/async-view.tsx';
import { at } from './paths.ts';

type LazyPage = ComponentType<PageProps>;

/**
 * A page that is loaded on first use. If loading fails, reloads the console once, because it may have been updated,
 * then shows an error and retries on the next visit.
 */
export function loadedPage(load: () => Promise<LazyPage>): LazyPage {
  const tried = async (): Promise<LazyPage> => {
    try {
      const page = await load();
      sessionStorage.removeItem(RELOADED);
      return page;
    } catch (error) {
      if (await reloadOnce()) return PageSkeleton;
      reportError(error);
      return Missing;
    }
  };
  let Page: LazyPage = lazy(tried);
  const Missing = () => {
    useEffect(
      () => () => {
        Page = lazy(tried);
      },
      [],
    );
    return <NotLoaded />;
  };
  return (props) => <Page {...props} />;
}

/** Holds the address for which the console was reloaded, until a page is loaded again. */
const RELOADED = 'console.reloaded';

/**
 * Reloads the console unless it already did for this address or the server does not respond. Returns whether it
 * reloads.
 */
async function reloadOnce(): Promise<boolean> {
  const { href } = location;
  if (sessionStorage.getItem(RELOADED) === href || !(await isServed())) return false;
  sessionStorage.setItem(RELOADED, href);
  location.reload();
  return true;
}

const isServed = (): Promise<boolean> =>
  fetch(at('/settings.json'), { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
