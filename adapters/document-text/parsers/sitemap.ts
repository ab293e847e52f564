import type { ContentBlock } from '../../../domain/knowledge/blocks.ts';
import { decodeText } from './decode.ts';
import type { Parse } from './parse.ts';

/** Most addresses of a sitemap, by its protocol. */
const ADDRESSES_MAX = 50_000;
const ROOT = /<(urlset|sitemapindex)[\s>]/;
const PLACE = /<loc>([^<]{1,8192})<\/loc>/g;
const RAW_PLACE = /<loc>\s{0,99}<!\[CDATA\[([^\]<]{1,8192})\]\]>\s{0,99}<\/loc>/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * The addresses of a sitemap as a list, below the name of its root: pages in `urlset`, other sitemaps in `sitemapindex`. A
 * plain text has an address in each line. Entities of its own are not expanded.
 */
export const parse: Parse = async (file, _limits, charset) => {
  const source = decodeText(file, charset);
  if (!source.trimStart().startsWith('<')) return blocksOf('urlset', source.split(/\r\n|\n|\r/));
  const root = ROOT.exec(source)?.[1];
  if (root === undefined) throw new Error('Neither a urlset nor a sitemapindex');
  return blocksOf(root, addressesIn(source));
};

function blocksOf(root: string, lines: Iterable<string>): ContentBlock[] {
  const items: string[] = [];
  for (const line of lines) {
    const address = line.trim();
    if (address !== '') items.push(address);
    if (items.length === ADDRESSES_MAX) break;
  }
  return [
    { kind: 'heading', level: 1, text: root },
    { kind: 'list', items },
  ];
}

function* addressesIn(source: string): Generator<string> {
  for (const [, text = ''] of source.matchAll(PLACE)) yield withoutEntities(text);
  for (const [, text = ''] of source.matchAll(RAW_PLACE)) yield text;
}

const withoutEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9A-Fa-f]{1,6})|([a-z]{2,4}));/g, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(String(hex), 16) : null;
    if (code === null) return ENTITIES[String(name)] ?? whole;
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
