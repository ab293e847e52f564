import { integer, list, text } from '../../../domain/providers/fields.ts';
import { keytermLimitsText, type KeytermLimits } from './keyterms.ts';

/** The silence after which a turn may be over, for vendors who are told when it is. */
export const endpointing = (milliseconds = 300) =>
  integer({
    default: milliseconds,
    minimum: 100,
    maximum: 3000,
    description: 'A caller who is silent for so long may have finished.',
  });

/** The language of a transcriber that may take it from the agent. */
export const transcriptionLanguage = () => text({ description: "The agent's own language when it is left out." });

/**
 * Words and names that are hard to guess from their sound. Every transcriber that takes such hints has them under this
 * name, and its adapter passes them on in the vendor's own way. The limits tell the user what the vendor asks of them.
 */
export const keytermsField = (limits: KeytermLimits | string = '') =>
  list({
    default: [],
    description: `Words and names to expect, such as those of products and people. ${
      typeof limits === 'string' ? limits : keytermLimitsText(limits)
    }`.trim(),
  });

/** Where a vendor is, for those who keep the audio in a region or have a proxy of their own. */
export const baseUrl = (usual: string, others: readonly string[] = []) =>
  text({
    format: 'uri',
    default: usual,
    examples: [usual, ...others],
    allow_custom_input: true,
    description: 'Where the audio is processed.',
  });
