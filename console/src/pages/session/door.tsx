import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../../parts/icon.tsx';
import { at } from '../../paths.ts';
import { words } from '../../words.ts';
import './door.css';

interface DoorProps {
  readonly title: string;
  readonly lead: string;
  readonly children: ComponentChildren;
  /** Where else one may want to go. */
  readonly ways?: ComponentChildren;
}

/** A page for those who are not logged in. The first field is the one that is written into. */
export function Door({ title, lead, children, ways }: DoorProps) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => element.current?.querySelector('input')?.focus(), []);
  useEffect(() => {
    document.title = `${title} · ${words.product}`;
  }, [title]);
  return (
    <main class="door" ref={element}>
      <span class="door-brand">
        <Icon name="wave" />
        {words.product}
      </span>
      <div class="door-card card">
        <div class="door-head">
          <h1>{title}</h1>
          <p class="soft">{lead}</p>
        </div>
        {children}
      </div>
      {ways !== undefined && <div class="door-ways">{ways}</div>}
    </main>
  );
}

/** The way back. */
export const BackToLogIn = () => (
  <p>
    <a href={at('/log-in')}>{words.session.backToLogIn}</a>
  </p>
);
