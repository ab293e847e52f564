import Mocha from 'mocha';

const MARK = / \(skipped: (.+?)\)/;

/** Skips the running test, or the suite of the running hook. Reporters find the reason in its title. */
export function skip(context: Mocha.Context, reason: string): never {
  const { test } = context;
  const skipped = test instanceof Mocha.Test ? test : test?.parent;
  if (skipped && !MARK.test(skipped.title)) skipped.title += ` (skipped: ${reason})`;
  return context.skip();
}

/** The reason in the title of a skipped test. */
export const reasonIn = (title: string): string => MARK.exec(title)?.[1] ?? title;
