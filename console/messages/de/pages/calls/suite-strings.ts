import type * as english from '../../../../src/pages/calls/suite-strings.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  suiteStrings: {
    add: 'Zu einer Suite',
    lead: 'Was der Anrufer sagte und tat, wird ein Gespräch einer Suite von Proben, in dem dasselbe geschehen muss. Sie können es vor dem Speichern ändern.',
    suite: 'Suite',
    new: 'Neue Suite',
    go: 'Weiter',
  },
};
