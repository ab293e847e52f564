import type * as english from '../../../../src/pages/calls/suite-strings.ts';
import type { Translated } from '../../../translated.ts';

export const texts: Translated<typeof english> = {
  suiteStrings: {
    add: 'सुइट में जोड़ें',
    lead: 'कॉलर ने जो कहा और किया वह रिहर्सल के सुइट की एक बातचीत बनता है, जिसमें वही होना चाहिए। सेव करने से पहले आप इसे बदल सकते हैं।',
    suite: 'सुइट',
    new: 'नया सुइट',
    go: 'आगे',
  },
};
