import { Button, LinkButton } from './parts/button.tsx';
import { EmptyState } from './parts/empty-state.tsx';
import { Page } from './parts/page.tsx';
import { at } from './paths.ts';
import { sharedStrings } from './parts/strings.ts';

/** Stands where no page is. */
export const NotFound = () => (
  <Page title={sharedStrings.nothing}>
    <EmptyState
      icon="search"
      title={sharedStrings.notFound}
      action={<LinkButton href={at('/')}>{sharedStrings.home}</LinkButton>}
    >
      {sharedStrings.notFoundWhy}
    </EmptyState>
  </Page>
);

/** Stands where a page broke that nobody expected to. */
export const PageFailed = () => <ErrorPage title={sharedStrings.broken} why={sharedStrings.brokenWhy} />;

/** Stands where a page could not be loaded. */
export const NotLoaded = () => <ErrorPage title={sharedStrings.notLoaded} why={sharedStrings.notLoadedWhy} />;

const ErrorPage = ({ title, why }: { readonly title: string; readonly why: string }) => (
  <Page title={title}>
    <EmptyState
      icon="warn"
      title={title}
      action={<Button onPress={() => location.reload()}>{sharedStrings.reload}</Button>}
    >
      {why}
    </EmptyState>
  </Page>
);

/** Stands where somebody was removed from every organisation. */
export const NoOrganisation = () => (
  <Page title={sharedStrings.noOrganisation}>
    <EmptyState icon="people" title={sharedStrings.noOrganisation}>
      {sharedStrings.noOrganisationWhy}
    </EmptyState>
  </Page>
);
