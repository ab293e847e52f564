/** What a Claude model supports, by generation. */
export interface ModelRules {
  /** Whether the temperature can be set. Later models answer 400 to any value but their own. */
  readonly isSampled: boolean;
  readonly takesEffort: boolean;
  /** Options that turn thinking off. Null where that is impossible. */
  readonly quiet: { readonly type: 'disabled' | 'between_tools' } | null;
  /** Whether the model supports adaptive thinking. */
  readonly isAdaptive: boolean;
  /** Whether the format of an answer can be set. Earlier models are made to call a tool. */
  readonly hasOutputFormat: boolean;
}

/** Family and generation: `claude-haiku-5-5` is haiku 5.5, `claude-opus-4-20250514` opus 4. */
const NAME = /^claude-([a-z]+)-(\d{1,2})(?:-(\d{1,2}))?(?=-|$)/;

/** Rules for a model name. An unknown name counts as a new model. */
export function rulesOf(model: string): ModelRules {
  if (/^claude-(\d|instant)/.test(model))
    return { isSampled: true, takesEffort: false, quiet: null, isAdaptive: false, hasOutputFormat: false };
  const [, family = '', major = '99', minor = '0'] = NAME.exec(model) ?? [];
  const generation = Number(major) + Number(minor) / 100;
  return {
    isSampled: generation <= 4.06,
    takesEffort: generation >= 4.06 || (family === 'opus' && generation >= 4.05),
    quiet: quietOf(family, generation),
    isAdaptive: generation >= 4.06,
    hasOutputFormat: generation >= 4.05,
  };
}

/** Up to 4.8 thinking is off by default; 5 must be told. Of 5.5 only Haiku can turn it off, Sonnet nearly, Opus never. */
function quietOf(family: string, generation: number): ModelRules['quiet'] {
  if (generation < 5) return null;
  if (family === 'haiku') return { type: 'disabled' };
  if (family === 'sonnet' && generation > 5) return { type: 'between_tools' };
  return (family === 'sonnet' || family === 'opus') && generation === 5 ? { type: 'disabled' } : null;
}
