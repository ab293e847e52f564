import type { CarrierDocument } from '../../../application/ports/carrier-dialect.ts';

/** An XML element. `content` is text or child elements. */
export interface XmlElement {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly content?: string | readonly XmlElement[];
}

/** An XML answer document. Escapes texts and attributes. */
export const xmlDocument = (root: XmlElement): CarrierDocument => ({
  contentType: 'application/xml; charset=utf-8',
  body: `<?xml version="1.0" encoding="UTF-8"?>${written(root)}`,
});

function written({ name, attributes = {}, content = [] }: XmlElement): string {
  const listed = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const inside = typeof content === 'string' ? escaped(content) : content.map(written).join('');
  return `<${name}${listed.join('')}${inside === '' ? '/>' : `>${inside}</${name}>`}`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
