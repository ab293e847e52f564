/** What is read of a node of a parsed page. */
export interface DomNode {
  readonly nodeType: number;
  /** Of an element, in lower case. */
  readonly localName?: string;
  /** Of a text. */
  readonly data?: string;
  readonly firstChild: DomNode | null;
  readonly nextSibling: DomNode | null;
  readonly parentNode: DomNode | null;
}

const ELEMENT = 1;
const TEXT = 3;

export interface DomVisitor {
  /** Whether the element's content is visited; only then it is left again. */
  enter(name: string, element: DomNode): boolean;
  leave(name: string): void;
  text(text: string): void;
}

/** Visits everything below a node in order, however deeply it is nested. */
export function visit(root: DomNode, visitor: DomVisitor): void {
  let node = root.firstChild;
  while (node) {
    if (node.nodeType === TEXT) visitor.text(node.data ?? '');
    else if (node.nodeType === ELEMENT && visitor.enter(node.localName ?? '', node)) {
      if (node.firstChild) {
        node = node.firstChild;
        continue;
      }
      visitor.leave(node.localName ?? '');
    }
    node = nextOf(node, root, visitor);
  }
}

/** The next node that does not lie within this one. Leaves the elements that end before it. */
function nextOf(last: DomNode, root: DomNode, visitor: DomVisitor): DomNode | null {
  let node = last;
  while (!node.nextSibling) {
    if (!node.parentNode || node.parentNode === root) return null;
    node = node.parentNode;
    visitor.leave(node.localName ?? '');
  }
  return node.nextSibling;
}

/** Whether an element with one of these names lies below the node. */
export function contains(root: DomNode, names: ReadonlySet<string>): boolean {
  let isFound = false;
  visit(root, {
    enter(name) {
      isFound ||= names.has(name);
      return !isFound;
    },
    leave: () => undefined,
    text: () => undefined,
  });
  return isFound;
}
