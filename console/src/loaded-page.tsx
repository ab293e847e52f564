import type { ComponentType } from 'preact';
import { lazy } from 'preact-iso';
import { useEffect } from 'preact/hooks';
import { isServed } from './is-served.ts';
import { NotLoaded, PageFailed } from './not-found.tsx';
import type { PageProps } from './page-props.ts';
import { PageSkeleton } from './parts/async-view.tsx';

type LazyPage = ComponentType<PageProps>;

/**
 * A page that is loaded on first use. If loading fails, reloads the console once, because it may have been updated,
 * then shows whether the server or the page is at fault, and retries on the next visit.
 */
export function loadedPage(load: () => Promise<LazyPage>): LazyPage {
  const tried = async (): Promise<LazyPage> => {
    try {
      const page = await load();
      sessionStorage.removeItem(RELOADED);
      return page;
    } catch (error) {
      const served = await isServed();
      if (served && reloadOnce()) return PageSkeleton;
      reportError(error);
      return served ? Broken : Missing;
    }
  };
  let Page: LazyPage = lazy(tried);
  const untilNextVisit = (Failure: ComponentType) => () => {
    useEffect(
      () => () => {
        Page = lazy(tried);
      },
      [],
    );
    return <Failure />;
  };
  const [Missing, Broken] = [untilNextVisit(NotLoaded), untilNextVisit(PageFailed)];
  return (props) => <Page {...props} />;
}

/** Holds the address for which the console was reloaded, until a page is loaded again. */
const RELOADED = 'console.reloaded';

/** Reloads the console unless it already did for this address. Returns whether it reloads. */
function reloadOnce(): boolean {
  const { href } = location;
  if (sessionStorage.getItem(RELOADED) === href) return false;
  sessionStorage.setItem(RELOADED, href);
  location.reload();
  return true;
}
