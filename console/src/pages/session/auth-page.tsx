import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../../parts/icon.tsx';
import { LanguageMenu } from '../../parts/language-menu.tsx';
import { at } from '../../paths.ts';
import { sharedStrings } from '../../parts/strings.ts';
import { strings } from './strings.ts';
import './auth-page.css';

interface AuthPageProps {
  readonly title: string;
  readonly lead: string;
  readonly children: ComponentChildren;
  /** Where else one may want to go. */
  readonly links?: ComponentChildren;
}

/** A page for those who are not logged in. The first field is the one that is written into. */
export function AuthPage({ title, lead, children, links }: AuthPageProps) {
  const element = useRef<HTMLElement>(null);
  useLayoutEffect(() => element.current?.querySelector('input')?.focus(), []);
  useEffect(() => {
    document.title = `${title} · ${sharedStrings.product}`;
  }, [title]);
  return (
    <main class="auth-page" ref={element}>
      <span class="auth-page-brand">
        <Icon name="wave" />
        {sharedStrings.product}
      </span>
      <div class="auth-page-card card">
        <div class="auth-page-head">
          <h1>{title}</h1>
          <p class="soft">{lead}</p>
        </div>
        {children}
      </div>
      {links !== undefined && <div class="auth-page-ways">{links}</div>}
      <LanguageMenu />
    </main>
  );
}

/** The way back. */
export const BackToLogIn = () => (
  <p>
    <a href={at('/log-in')}>{strings.backToLogIn}</a>
  </p>
);
