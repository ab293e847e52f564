import { integer, list, text } from '../../../domain/providers/fields.ts';
import { keytermLimitsText, type KeytermLimits } from './keyterms.ts';

/** Field for the silence that ends an utterance, for vendors that take an end-of-utterance message. */
export const endpointing = (milliseconds = 300) =>
  integer({
    default: milliseconds,
    minimum: 100,
    maximum: 3000,
    description: 'Silence that ends an utterance, in milliseconds.',
  });

/** Field for the language of an STT provider. Defaults to the agent's language. */
export const transcriptionLanguage = () => text({ description: "The agent's own language when it is left out." });

/**
 * Field for hints: words and names that are hard to recognise. Every STT provider that takes hints uses this name and
 * maps it to the vendor's option. The description states the vendor's limits.
 */
export const keytermsField = (limits: KeytermLimits | string = '') =>
  list({
    default: [],
    description: `Words and names to expect, such as those of products and people. ${
      typeof limits === 'string' ? limits : keytermLimitsText(limits)
    }`.trim(),
  });

/** Field for the vendor's URL, for users who need a region or their own proxy. */
export const baseUrl = (usual: string, others: readonly string[] = []) =>
  text({
    format: 'uri',
    default: usual,
    examples: [usual, ...others],
    allow_custom_input: true,
    description: 'Where the audio is processed.',
  });
