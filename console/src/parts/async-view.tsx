import type { ComponentChildren } from 'preact';
import { ApiError } from '../api.ts';
import { at } from '../paths.ts';
import { sharedStrings } from './strings.ts';
import './async-view.css';
import { Button, LinkButton } from './button.tsx';
import { Notice } from './notice.tsx';
import type { QueryState } from './use-query.ts';

interface AsyncViewProps<T> {
  readonly query: QueryState<T>;
  readonly children: (value: T) => ComponentChildren;
}

/** Shows the value of a query, a skeleton while it loads, and its error. */
export function AsyncView<T>({ query, children }: AsyncViewProps<T>) {
  const { value, error, isOutdated, refetch } = query;
  return (
    <>
      {error !== null && (
        <Notice
          kind="error"
          action={isGone(error) ? <WayHome /> : <Button onPress={refetch}>{sharedStrings.again}</Button>}
        >
          {error.message}
        </Notice>
      )}
      {isOutdated && <LoadingBar />}
      {value !== null && children(value)}
      {value === null && error === null && <Skeleton />}
    </>
  );
}

/** Whether a refetch cannot help. */
const isGone = (error: Error): boolean => error instanceof ApiError && error.status === 404;

const WayHome = () => <LinkButton href={at('/')}>{sharedStrings.home}</LinkButton>;

/** Says that what comes next is being loaded, while the last stays. */
export const LoadingBar = () => <div class="loading-bar" role="status" aria-label={sharedStrings.loading} />;

/** Stands for what is not there yet. */
const Skeleton = () => (
  <div class="skeleton card" role="status" aria-label={sharedStrings.loading}>
    <span />
    <span />
    <span />
  </div>
);

/** Stands for a page that is not there yet. */
export const PageSkeleton = () => (
  <div class="page">
    <Skeleton />
  </div>
);
