import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useEffect, useErrorBoundary, useLayoutEffect, useRef } from 'preact/hooks';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso';
import { afterLogIn, logInAddress } from './after-log-in.ts';
import { PageFailed, NoOrganisation, NotFound } from './not-found.tsx';
import { LoadingBar, PageSkeleton } from './parts/async-view.tsx';
import { Toasts } from './parts/toast.tsx';
import { at, BASE } from './paths.ts';
import { routes } from './routes.ts';
import { session } from './session.ts';
import { Shell } from './shell/shell.tsx';

/** The console: every page at its address, behind a log-in where it needs one. */
export function App() {
  return (
    <LocationProvider scope={BASE}>
      <Pages />
      <Toasts />
    </LocationProvider>
  );
}

function Pages() {
  const { url, path, route } = useLocation();
  const detour = detourFrom(url, path);
  useEffect(() => {
    if (detour !== null) route(detour, true);
  }, [detour]);
  if (detour !== null) return null;
  if (session.value === null || isFor('anybody', path)) return <Current />;
  const { org_id: orgId } = session.value;
  // Nothing of one organisation stays on the screen in another.
  return <Shell key={orgId}>{orgId === null ? <NoOrganisation /> : <Current />}</Shell>;
}

/**
 * The page of this address. While it is loaded the last one stays, and a skeleton stands for the first. One that breaks leaves
 * the others alone.
 */
function Current() {
  const { url } = useLocation();
  const { loading, start, end } = usePageLoading();
  const [error, recover] = useErrorBoundary((thrown) => reportError(thrown)) as [unknown, () => void];
  useEffect(recover, [url]);
  if (error !== undefined) return <PageFailed />;
  return (
    <>
      <PageLoading loading={loading} />
      <Router onLoadStart={start} onLoadEnd={end}>
        {routes.map(({ path, page }) => (
          <Route key={path} path={at(path)} component={page} />
        ))}
        <Route default component={NotFound} />
      </Router>
    </>
  );
}

type AwaitedPage = 'first' | 'next' | null;

/**
 * What is being loaded: the first page, or one in place of another. It is a signal, because a router that is rendered while it
 * waits for a page drops the page before.
 */
function usePageLoading() {
  const loading = useSignal<AwaitedPage>(null);
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    if (loading.value === null) isFirst.current = false;
  });
  return {
    loading,
    start: (): void => void (loading.value = isFirst.current ? 'first' : 'next'),
    end(): void {
      isFirst.current = false;
      loading.value = null;
    },
  };
}

function PageLoading({ loading }: { readonly loading: ReadonlySignal<AwaitedPage> }) {
  if (loading.value === null) return null;
  return loading.value === 'first' ? <PageSkeleton /> : <LoadingBar />;
}

/** Redirect target of this address for the current session. Null without one. */
function detourFrom(url: string, path: string): string | null {
  if (isFor('anybody', path)) return null;
  const isOutside = isFor('outsiders', path);
  if (session.value === null) return isOutside ? null : logInAddress(url);
  return isOutside ? afterLogIn(url) : null;
}

const isFor = (audience: 'anybody' | 'outsiders', path: string): boolean =>
  routes.some((one) => one.isFor === audience && isAt(at(one.path), path));

/** Whether a path is one of a route, whose `:parts` may be anything. */
function isAt(route: string, path: string): boolean {
  const parts = path.split('/');
  const wanted = route.split('/');
  return parts.length === wanted.length && wanted.every((part, place) => part.startsWith(':') || part === parts[place]);
}
