import { assert } from 'chai';
import type { Caption } from '../../clients/browser/index.ts';
import { captionList } from '../../clients/widget/caption-list.ts';
import { en } from '../../clients/widget/messages/en.ts';
import { atEndOfTest } from '../support/temporary.ts';

/** As much of an element as a list of captions uses. */
class FakeElement {
  children: (FakeElement | string)[] = [];
  readonly attributes = new Map<string, string>();
  #parent: FakeElement | null = null;

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }

  append(...children: (FakeElement | string)[]): void {
    for (const child of children) if (child instanceof FakeElement) child.#parent = this;
    this.children.push(...children);
  }

  replaceWith(other: FakeElement): void {
    const parent = this.#parent;
    if (!parent) return;
    other.#parent = parent;
    parent.children = parent.children.map((child) => (child === this ? other : child));
  }

  remove(): void {
    const parent = this.#parent;
    if (parent) parent.children = parent.children.filter((child) => child !== this);
  }
}

const caption = (text: string, more: Partial<Caption> = {}): Caption => ({
  ...{ id: 1, side: 'agent', text, isFinal: false, isInterrupted: false },
  ...more,
});

/** Shows these states of one caption in turn. The elements that showed them, and the pieces of the words of the last. */
function shown(...states: readonly Caption[]) {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'document');
  Object.defineProperty(globalThis, 'document', {
    value: { createElement: () => new FakeElement() },
    configurable: true,
  });
  atEndOfTest(() =>
    before ? Object.defineProperty(globalThis, 'document', before) : Reflect.deleteProperty(globalThis, 'document'),
  );
  const list = captionList(en);
  const root = list.root as unknown as FakeElement;
  const elements = states.map((state) => {
    list.render([state], 'text');
    assert.lengthOf(root.children, 1);
    return root.children[0] as FakeElement;
  });
  const words = elements.at(-1)?.children[1] as FakeElement;
  return { count: new Set(elements).size, words: words.children };
}

describe('the captions of the widget', () => {
  it('add the words that are new, so that screen readers announce nothing twice', () => {
    const final = caption('Hello. How are you?', { isFinal: true });
    assert.deepEqual(shown(caption('Hello.'), caption('Hello. How are you?'), final), {
      count: 1,
      words: ['Hello.', ' How are you?'],
    });
  });

  it('show words that are cut or corrected in place of those before', () => {
    const cut = caption('Hello. How', { isFinal: true, isInterrupted: true });
    assert.deepEqual(shown(caption('Hello. How are you?'), cut), { count: 2, words: ['Hello. How'] });
    const [interim, final] = [false, true].map((isFinal) => caption('what are', { side: 'caller', isFinal }));
    assert.deepEqual(shown(interim as Caption, final as Caption), { count: 2, words: ['what are'] });
  });
});
