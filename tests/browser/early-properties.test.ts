import { assert } from 'chai';
import type { VoiceAgentElement } from '../../clients/widget/voice-agent-element.ts';
import { atEndOfTest } from '../support/temporary.ts';

/** The element that the browser makes a voice agent of. Null: a new one. */
let before: object | null = null;

/** Does what HTMLElement does when the definition of an element comes after it. */
function upgradedElement(): object {
  const { prototype } = new.target as unknown as { readonly prototype: object };
  return (before ? Object.setPrototypeOf(before, prototype) : Object.create(prototype)) as object;
}

/** The class of the element, in a page as far as it needs one. */
async function elementClass(): Promise<new () => VoiceAgentElement> {
  const globals = { HTMLElement: upgradedElement, HTMLScriptElement: Object, document: { currentScript: null } };
  for (const [name, value] of Object.entries(globals)) {
    const known = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { value, configurable: true });
    atEndOfTest(() =>
      known ? Object.defineProperty(globalThis, name, known) : Reflect.deleteProperty(globalThis, name),
    );
  }
  return (await import('../../clients/widget/voice-agent-element.ts')).VoiceAgentElement;
}

describe('the element of the widget', () => {
  it('keeps what the page has set before its script came', async () => {
    const Defined = await elementClass();
    const early: Readonly<Record<string, unknown>> = {
      tools: { show: () => 'shown' },
      variables: { name: 'Ada' },
      ticket: '/voice-ticket',
      texts: { title: 'Shop' },
    };
    before = { ...early, open: true };
    atEndOfTest(() => (before = null));
    const element = new Defined();
    const { tools, variables, ticket, texts, open } = element;
    assert.deepEqual({ tools, variables, ticket, texts }, early);
    assert.isTrue(open);
    assert.isFalse(Object.hasOwn(element, 'open'), 'the accessor is not hidden');
  });

  it('has nothing set otherwise', async () => {
    const Defined = await elementClass();
    const { tools, variables, ticket, texts, open } = new Defined();
    assert.deepEqual([tools, variables, ticket, texts, open], [{}, {}, null, {}, false]);
  });
});
