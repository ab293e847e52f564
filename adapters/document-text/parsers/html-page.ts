import { parseHTML } from 'linkedom';
import type { ContentBlock } from '../../../domain/knowledge/blocks.ts';
import type { DomNode } from './dom.ts';
import { htmlBlocks } from './html-blocks.ts';

/** A parsed page. Nothing that it names is loaded, and no script runs. */
export interface HtmlPage {
  readonly title: string;
  readonly documentElement: DomNode | null;
  querySelectorAll(selector: string): Iterable<{ removeAttribute(name: string): void }>;
  getElementsByTagName(name: '*'): { readonly length: number };
}

/** The page of a source, which may be only a part of one. */
export function pageOf(source: string): HtmlPage {
  const page = parsed(source);
  return page.documentElement?.localName === 'html' ? page : wholePage(source);
}

/** The blocks of an HTML fragment. */
export function fragmentBlocks(html: string): ContentBlock[] {
  const { documentElement } = wholePage(html);
  return documentElement === null ? [] : htmlBlocks(documentElement);
}

const wholePage = (content: string): HtmlPage => parsed(`<!doctype html><html><body>${content}</body></html>`);

const parsed = (source: string): HtmlPage => (parseHTML(source) as unknown as { document: HtmlPage }).document;
