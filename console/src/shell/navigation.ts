import { at } from '../paths.ts';
import type { IconName } from '../parts/icon.tsx';
import { words } from '../words.ts';

interface NavigationItem {
  readonly href: string;
  readonly label: string;
  readonly icon: IconName;
}

const item = (page: string, label: string, icon: IconName): NavigationItem => ({ href: at(page), label, icon });

/** Where the navigation leads, in the order in which a newcomer needs it. */
export const navigation: readonly NavigationItem[] = [
  item('/', words.shell.home, 'home'),
  item('/agents', words.shell.agents, 'agent'),
  item('/calls', words.shell.calls, 'phone'),
  item('/campaigns', words.shell.campaigns, 'campaign'),
  item('/knowledge', words.shell.knowledge, 'book'),
  item('/numbers', words.shell.numbers, 'hash'),
  item('/credentials', words.shell.credentials, 'key'),
  item('/members', words.shell.members, 'people'),
];

/** Whether this entry is the one under which a path lies. */
export const isUnder = (path: string, href: string): boolean =>
  href === at('/') ? path === at('') || path === at('/') : path === href || path.startsWith(`${href}/`);
