import type { ComponentChildren } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import { neighbour } from './arrow-keys.ts';
import './tabs.css';

export interface Tab {
  readonly id: string;
  readonly label: ComponentChildren;
}

interface TabsProps {
  /** What the tabs are about. */
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
  /** What the selected one shows. */
  readonly children: ComponentChildren;
}

/** Several views of one thing, one at a time. Arrow keys move between them. */
export function Tabs({ label, tabs, selected, onSelect, children }: TabsProps) {
  const id = useId();
  useEffect(() => {
    // Only the row of tabs is scrolled, not the page.
    const tab = document.getElementById(`${id}-${selected}`);
    const list = tab?.parentElement;
    if (tab && list) list.scrollLeft = Math.min(list.scrollLeft, tab.offsetLeft);
    if (tab && list) list.scrollLeft = Math.max(list.scrollLeft, tab.offsetLeft + tab.offsetWidth - list.clientWidth);
  }, [selected]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = neighbour(
      event.key,
      tabs.length,
      tabs.findIndex((tab) => tab.id === selected),
    );
    const tab = next === null ? undefined : tabs[next];
    if (tab === undefined) return;
    event.preventDefault();
    onSelect(tab.id);
    document.getElementById(`${id}-${tab.id}`)?.focus();
  };
  return (
    <div>
      <div class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            class="tab"
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div class="tab-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`} tabIndex={0}>
        {children}
      </div>
    </div>
  );
}
