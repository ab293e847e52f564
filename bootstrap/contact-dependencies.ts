import type { DialCapRepository } from '../application/ports/dial-caps.ts';
import type { EventLoop } from '../application/ports/event-loop.ts';
import type { Holidays } from '../application/ports/holidays.ts';
import type { ListChecker } from '../application/ports/list-checker.ts';
import type { NumberDialRepository } from '../application/ports/number-dials.ts';
import type { NumberPlan } from '../application/ports/number-plan.ts';
import type { Rehearsals } from '../application/ports/rehearsals.ts';
import type { FairListChecker } from '../application/campaigns/fair-list-checker.ts';

/** What checks lists of contacts, decides whether one may be dialled now, and judges many of them in small pieces. */
export interface ContactDependencies {
  listChecker: ListChecker;
  fairListChecker: FairListChecker;
  numberDials: NumberDialRepository;
  dialCaps: DialCapRepository;
  numberPlan: NumberPlan;
  holidays: Holidays;
  eventLoop: EventLoop;
  rehearsals: Rehearsals;
}
