import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { sharedStrings } from './strings.ts';
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

/** The path whose heading has had the focus: a page renders again once its data is loaded. */
let landedOn: string | null = null;

/** A page of the console under its heading. Navigation moves the focus to the heading. */
export function Page({ title, lead, actions, back, beside, narrow = false, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { path } = useLocation();
  // A layout effect: an ordinary effect runs after the paint and would take the focus from a control used since.
  useLayoutEffect(() => {
    const isFree = document.activeElement === null || document.activeElement === document.body;
    const isLink = landedOn !== path && document.activeElement instanceof HTMLAnchorElement;
    landedOn = path;
    if (isFree || isLink) heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    document.title = `${title} · ${sharedStrings.product}`;
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
