/**
 * Whether a path has a segment of dots, which would lead to another resource. Many servers decode a path before they resolve
 * it, some more than once, so that an encoded slash does not keep `..` from its meaning.
 */
export const hasDotSegment = (path: string): boolean =>
  path
    .replace(/%(?:25)*2e/gi, '.')
    .replace(/%(?:25)*(?:2f|5c)/gi, '/')
    .split(/[/\\]/)
    .some((segment) => segment === '.' || segment === '..');
