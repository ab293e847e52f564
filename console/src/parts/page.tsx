import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { words } from '../words.ts';
import { Icon } from './icon.tsx';
import './page.css';

interface PageProps {
  readonly title: string;
  /** What the page is for, in a sentence. */
  readonly lead?: ComponentChildren;
  /** Buttons for what may be done here. */
  readonly actions?: ComponentChildren;
  /** The page above this one. */
  readonly back?: { readonly href: string; readonly label: string };
  /** Beside the title, such as a badge. */
  readonly beside?: ComponentChildren;
  /** For forms and text, which are hard to read across a wide screen. */
  readonly narrow?: boolean;
  readonly children: ComponentChildren;
}

/**
 * A page of the console under its heading. Whoever uses a keyboard or a screen reader lands on the heading, unless they
 * opened a menu while the page was loaded.
 */
export function Page({ title, lead, actions, back, beside, narrow = false, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!document.activeElement?.closest('[role=menu]')) heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    document.title = `${title} · ${words.product}`;
  }, [title]);
  return (
    <div class={narrow ? 'page narrow' : 'page'}>
      <header class="page-head">
        <div class="page-title">
          {back && (
            <a class="page-back" href={back.href}>
              <Icon name="left" />
              {back.label}
            </a>
          )}
          <div class="row">
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {beside}
          </div>
          {lead !== undefined && <p class="page-lead">{lead}</p>}
        </div>
        {actions !== undefined && <div class="row">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
