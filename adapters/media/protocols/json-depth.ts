/** Deeper than any valid message. JSON of any depth is parsed, but only JSON of some thousand levels can be written. */
const LEVELS_MAX = 64;
const STEPS: Readonly<Record<string, number>> = { '[': 1, '{': 1, ']': -1, '}': -1 };

/** Whether the brackets of a JSON text nest no deeper than 64 levels. What stands inside strings does not count. */
export function isShallowJson(text: string): boolean {
  let [depth, quoted] = [0, false];
  for (let at = 0; at < text.length && depth <= LEVELS_MAX; at += 1) {
    const character = text[at] ?? '';
    if (quoted && character === '\\') at += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted) depth += STEPS[character] ?? 0;
  }
  return depth <= LEVELS_MAX;
}
