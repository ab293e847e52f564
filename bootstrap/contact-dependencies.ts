import type { DialCapRepository } from '../application/ports/dial-caps.ts';
import type { EventLoop } from '../application/ports/event-loop.ts';
import type { Holidays } from '../application/ports/holidays.ts';
import type { NumberDialRepository } from '../application/ports/number-dials.ts';
import type { NumberPlan } from '../application/ports/number-plan.ts';
import type { Rehearsals } from '../application/ports/rehearsals.ts';

/** What decides whether a contact may be dialled now, and what judges many of them in small pieces. */
export interface ContactDependencies {
  numberDials: NumberDialRepository;
  dialCaps: DialCapRepository;
  numberPlan: NumberPlan;
  holidays: Holidays;
  eventLoop: EventLoop;
  rehearsals: Rehearsals;
}
