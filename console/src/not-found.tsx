import { Button, LinkButton } from './parts/button.tsx';
import { EmptyState } from './parts/empty-state.tsx';
import { Page } from './parts/page.tsx';
import { at } from './paths.ts';
import { words } from './words.ts';

const said = words.kit;

/** Stands where no page is. */
export const NotFound = () => (
  <Page title={said.nothing}>
    <EmptyState icon="search" title={said.notFound} action={<LinkButton href={at('/')}>{said.home}</LinkButton>}>
      {said.notFoundWhy}
    </EmptyState>
  </Page>
);

/** Stands where a page broke that nobody expected to. */
export const PageFailed = () => <ErrorPage title={said.broken} why={said.brokenWhy} />;

/** Stands where a page could not be loaded. */
export const NotLoaded = () => <ErrorPage title={said.notLoaded} why={said.notLoadedWhy} />;

const ErrorPage = ({ title, why }: { readonly title: string; readonly why: string }) => (
  <Page title={title}>
    <EmptyState icon="warn" title={title} action={<Button onPress={() => location.reload()}>{said.reload}</Button>}>
      {why}
    </EmptyState>
  </Page>
);

/** Stands where somebody was removed from every organisation. */
export const NoOrganisation = () => (
  <Page title={words.shell.nowhere}>
    <EmptyState icon="people" title={words.shell.nowhere}>
      {words.shell.nowhereWhy}
    </EmptyState>
  </Page>
);
