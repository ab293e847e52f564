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

/** Shows an answer of the API; before it comes that it is awaited, and what went wrong when it does not. */
export function AsyncView<T>({ query, children }: AsyncViewProps<T>) {
  const { value, error, refetch } = query;
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
      {value !== null && children(value)}
      {value === null && error === null && <Skeleton />}
    </>
  );
}

/** Whether to ask again would change nothing. */
const isGone = (error: Error): boolean => error instanceof ApiError && error.status === 404;

const WayHome = () => <LinkButton href={at('/')}>{sharedStrings.home}</LinkButton>;

/** Stands for what is not there yet. */
const Skeleton = () => (
  <div class="skeleton card" role="status" aria-label={sharedStrings.loading}>
    <span />
    <span />
    <span />
  </div>
);
