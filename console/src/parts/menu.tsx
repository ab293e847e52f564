import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { neighbour } from './arrow-keys.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import './menu.css';

export interface MenuItem {
  readonly label: string;
  /** The language of the label, when it is not that of the page. */
  readonly lang?: string;
  readonly onSelect: () => void;
  readonly icon?: IconName;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Of several of which one holds: whether this one does. */
  readonly checked?: boolean;
}

interface MenuProps {
  /** What its button is called. */
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** What stands on its button; three dots otherwise. */
  readonly face?: ComponentChildren;
  /** Opens above its button. */
  readonly up?: boolean;
}

const ITEMS = '.menu-item:not(:disabled)';

/** A button that opens a list of things to do. Arrow keys move in it, Escape and a press elsewhere close it. */
export function Menu({ label, items, face, up = false }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  // A layout effect: see `Page`.
  useLayoutEffect(() => {
    if (!isOpen) return;
    element.current?.querySelector<HTMLElement>(ITEMS)?.focus();
    const closeOutside = ({ target }: Event): void => {
      if (target instanceof Node && !element.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [isOpen]);
  const close = (): void => {
    setOpen(false);
    element.current?.querySelector('button')?.focus();
  };
  return (
    <div class={up ? 'menu up' : 'menu'} ref={element} onKeyDown={(event) => isOpen && onKey(event, close)}>
      <Opener label={label} isOpen={isOpen} onPress={() => setOpen(!isOpen)} face={face} />
      {isOpen && <List label={label} items={items} close={close} />}
    </div>
  );
}

interface OpenerProps extends Pick<MenuProps, 'label' | 'face'> {
  readonly isOpen: boolean;
  readonly onPress: () => void;
}

const Opener = ({ label, face, isOpen, onPress }: OpenerProps) =>
  face === undefined ? (
    <Button kind="quiet" icon="more" label={label} expanded={isOpen} popup="menu" onPress={onPress} />
  ) : (
    <button class="menu-face" type="button" aria-haspopup="menu" aria-expanded={isOpen} title={label} onClick={onPress}>
      {face}
      <span class="unseen">{label}</span>
    </button>
  );

const List = ({ label, items, close }: Pick<MenuProps, 'label' | 'items'> & { close: () => void }) => (
  <div class="menu-list" role="menu" aria-label={label}>
    {items.map((item) => (
      <button
        key={item.label}
        class={item.danger === true ? 'menu-item danger' : 'menu-item'}
        type="button"
        lang={item.lang}
        role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
        aria-checked={item.checked}
        disabled={item.disabled ?? false}
        tabIndex={-1}
        onClick={() => {
          close();
          item.onSelect();
        }}
      >
        {item.icon && <Icon name={item.icon} />}
        {item.label}
        {item.checked === true && <Icon name="check" />}
      </button>
    ))}
  </div>
);

function onKey(event: KeyboardEvent & { currentTarget: HTMLElement }, close: () => void): void {
  if (event.key === 'Escape') return close();
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(ITEMS)];
  const next = neighbour(
    event.key,
    items.length,
    items.findIndex((item) => item === document.activeElement),
  );
  if (next === null) return;
  event.preventDefault();
  items[next]?.focus();
}
