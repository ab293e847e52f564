import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { LanguageMenu } from '../parts/language-menu.tsx';
import { at } from '../paths.ts';
import { sharedStrings } from '../parts/strings.ts';
import { strings } from './strings.ts';
import { Account } from './account.tsx';
import { isUnder, navigation } from './navigation.ts';
import './shell.css';

/** What stands around every page: where else one can go, and as whom. On a phone it is behind a button. */
export function Shell({ children }: { children: ComponentChildren }) {
  const { url } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLDivElement>(null);
  useEffect(() => setOpen(false), [url]);
  useEffect(() => {
    // Beside the page nothing is over it.
    const wide = matchMedia('(width >= 56rem)');
    const shut = (): void => setOpen(false);
    wide.addEventListener('change', shut);
    return () => wide.removeEventListener('change', shut);
  }, []);
  const isClosing = useRef(false);
  const close = (): void => {
    isClosing.current = true;
    setOpen(false);
  };
  useLayoutEffect(() => {
    if (!isOpen && isClosing.current) opener.current?.querySelector('button')?.focus();
    isClosing.current = false;
  }, [isOpen]);
  return (
    <div class="shell">
      <a class="skip" href="#content" inert={isOpen}>
        {strings.skip}
      </a>
      <header class="top" ref={opener} inert={isOpen}>
        <Button
          kind="quiet"
          icon="menu"
          label={strings.openNavigation}
          expanded={isOpen}
          onPress={() => setOpen(true)}
        />
        <Brand />
      </header>
      <Drawer isOpen={isOpen} close={close} />
      <main id="content" tabIndex={-1} inert={isOpen}>
        {children}
      </main>
    </div>
  );
}

interface DrawerProps {
  readonly isOpen: boolean;
  readonly close: () => void;
}

/** Beside the page where there is room for it; else over the page, until something is chosen. */
function Drawer({ isOpen, close }: DrawerProps) {
  const element = useRef<HTMLDivElement>(null);
  // Before the next key comes.
  useLayoutEffect(() => {
    if (isOpen) element.current?.querySelector<HTMLElement>('.side-link')?.focus();
  }, [isOpen]);
  return (
    <div
      class="drawer"
      ref={element}
      data-open={isOpen || undefined}
      onKeyDown={({ key }) => isOpen && key === 'Escape' && close()}
      onClick={({ target, currentTarget }) => isOpen && target === currentTarget && close()}
    >
      <nav class="side" aria-label={strings.navigation}>
        <div class="side-head">
          <Brand />
          <Button kind="quiet" icon="close" label={strings.closeNavigation} onPress={close} />
        </div>
        <Navigation />
        <div class="side-foot">
          <a class="side-link" href="/docs/" target="_blank" rel="noreferrer">
            <Icon name="link" />
            {strings.reference}
          </a>
          <LanguageMenu />
          <Account />
        </div>
      </nav>
    </div>
  );
}

const Brand = () => (
  <a class="brand" href={at('/')}>
    <Icon name="wave" />
    {sharedStrings.product}
  </a>
);

function Navigation() {
  const { path } = useLocation();
  return (
    <div class="side-links">
      {navigation.map(({ href, label, icon }) => (
        <a key={href} class="side-link" href={href} aria-current={isUnder(path, href) ? 'page' : undefined}>
          <Icon name={icon} />
          {label}
        </a>
      ))}
    </div>
  );
}
