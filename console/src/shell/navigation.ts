import { at } from '../paths.ts';
import type { IconName } from '../parts/icon.tsx';
import { sharedStrings } from '../parts/strings.ts';
import { strings } from './strings.ts';

interface NavigationItem {
  readonly href: string;
  readonly label: string;
  readonly icon: IconName;
}

const item = (page: string, label: string, icon: IconName): NavigationItem => ({ href: at(page), label, icon });

/** Where the navigation leads, in the order in which a newcomer needs it. */
export const navigation: readonly NavigationItem[] = [
  item('/', strings.home, 'home'),
  item('/agents', strings.agents, 'agent'),
  item('/calls', strings.calls, 'phone'),
  item('/rehearsals', strings.rehearsals, 'flask'),
  item('/campaigns', strings.campaigns, 'campaign'),
  item('/costs', strings.costs, 'money'),
  item('/knowledge', strings.knowledge, 'book'),
  item('/numbers', sharedStrings.numbers, 'hash'),
  item('/credentials', strings.credentials, 'key'),
  item('/webhooks', strings.webhooks, 'send'),
  item('/members', strings.members, 'people'),
  item('/privacy', strings.privacy, 'clock'),
];

/** Whether this entry is the one under which a path lies. */
export const isUnder = (path: string, href: string): boolean =>
  href === at('/') ? path === at('') || path === at('/') : path === href || path.startsWith(`${href}/`);
