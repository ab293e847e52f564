/** What a Claude model takes, by its generation. */
export interface ModelRules {
  /** Whether the temperature may be chosen. Later models answer 400 to any but their own. */
  readonly isSampled: boolean;
  readonly takesEffort: boolean;
  /** What to send for an answer without thinking first; null where nothing says so. */
  readonly quiet: { readonly type: 'disabled' | 'between_tools' } | null;
  /** Whether it may be told to think as it sees fit. */
  readonly isAdaptive: boolean;
}

/** Family and generation: `claude-haiku-5-5` is haiku 5.5, `claude-opus-4-20250514` opus 4. */
const NAME = /^claude-([a-z]+)-(\d{1,2})(?:-(\d{1,2}))?(?=-|$)/;

/** The rules of a model by its name. One that cannot be told is taken for a new one. */
export function rulesOf(model: string): ModelRules {
  if (/^claude-(\d|instant)/.test(model))
    return { isSampled: true, takesEffort: false, quiet: null, isAdaptive: false };
  const [, family = '', major = '99', minor = '0'] = NAME.exec(model) ?? [];
  const generation = Number(major) + Number(minor) / 100;
  return {
    isSampled: generation <= 4.06,
    takesEffort: generation >= 4.06 || (family === 'opus' && generation >= 4.05),
    quiet: quietOf(family, generation),
    isAdaptive: generation >= 4.06,
  };
}

/** Up to 4.8 silence is the default; 5 must be told; of 5.5 only Haiku is silent, Sonnet nearly, and Opus never. */
function quietOf(family: string, generation: number): ModelRules['quiet'] {
  if (generation < 5) return null;
  if (family === 'haiku') return { type: 'disabled' };
  if (family === 'sonnet' && generation > 5) return { type: 'between_tools' };
  return (family === 'sonnet' || family === 'opus') && generation === 5 ? { type: 'disabled' } : null;
}
