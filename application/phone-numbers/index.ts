import { area } from '../area.ts';
import { attachNumber } from './attach-number.ts';
import { detachNumber } from './detach-number.ts';
import { findAgentNumber, listInventory, listNumbers } from './read-numbers.ts';

/** Use cases of the phone-numbers area. */
export const phoneNumberUseCases = area({
  list: listNumbers,
  ofAgent: findAgentNumber,
  attach: attachNumber,
  detach: detachNumber,
  inventory: listInventory,
});
export type PhoneNumberUseCases = ReturnType<typeof phoneNumberUseCases>;
