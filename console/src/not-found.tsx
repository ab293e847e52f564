import { Button, LinkButton } from './parts/button.tsx';
import { EmptyState } from './parts/empty-state.tsx';
import { Page } from './parts/page.tsx';
import { at } from './paths.ts';
import { sharedStrings } from './parts/strings.ts';

/** Shown for an unknown address. */
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

/** Shown when a page throws an error. */
export const PageFailed = () => <ErrorPage title={sharedStrings.broken} why={sharedStrings.brokenWhy} />;

/** Shown when a page cannot be loaded. */
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

/** Shown to users without an organisation. */
export const NoOrganisation = () => (
  <Page title={sharedStrings.noOrganisation}>
    <EmptyState icon="people" title={sharedStrings.noOrganisation}>
      {sharedStrings.noOrganisationWhy}
    </EmptyState>
  </Page>
);
