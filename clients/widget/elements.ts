type Attributes = Readonly<Record<string, string | boolean>>;

const SVG = 'http://www.w3.org/2000/svg';

/** Makes an element. Texts are set as text, never as markup. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
  element.append(...children);
  return element;
}

/** Sets an attribute, or removes it for `false`. */
export function setAttribute(element: Element, name: string, value: string | boolean): void {
  if (value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? '' : value);
}

/** Shapes of 24 by 24, drawn as strokes. */
const SHAPES = {
  microphone: 'M12 4a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V7a3 3 0 0 1 3-3ZM6 11v1a6 6 0 0 0 12 0v-1M12 18v3',
  muted: 'M9 9V7a3 3 0 0 1 6 0v5m-1 2.2A3 3 0 0 1 9 12M6 11v1a6 6 0 0 0 9.5 4.9M18 12v-1M12 18v3M4 4l16 16',
  keyboard: 'M4 6h16v12H4ZM8 10h.01M12 10h.01M16 10h.01M8 14h8',
  send: 'M5 12h14M13 6l6 6-6 6',
  end: 'M6 6l12 12M18 6L6 18',
  minimise: 'M6 10l6 6 6-6',
} as const;

/** An icon without a name: its button has one. */
export function icon(shape: keyof typeof SHAPES): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  for (const [name, value] of [
    ['viewBox', '0 0 24 24'],
    ['aria-hidden', 'true'],
    ['class', `icon ${shape}`],
  ] as const)
    svg.setAttribute(name, value);
  path.setAttribute('d', SHAPES[shape]);
  svg.append(path);
  return svg;
}
