/** @typedef {'account' | 'agents' | 'call'} View */
/** @type {readonly View[]} */
const VIEWS = ['account', 'agents', 'call'];

/**
 * The element with this id, of this type. A page without it is broken, and says so at once.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
export function find(id, type) {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`The page has no ${type.name} #${id}`);
  return element;
}

/**
 * A new element with a class and a text. Text is never read as HTML.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {string} [className]
 * @param {string} [text]
 */
export function make(tag, className = '', text = '') {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

/**
 * Shows one view of the page and hides the others; whoever uses a keyboard or a screen reader lands on its heading.
 * @param {View} name
 */
export function showView(name) {
  for (const view of VIEWS) find(view, HTMLElement).hidden = view !== name;
  notify('');
  find(`${name}-title`, HTMLElement).focus();
}

/**
 * Tells something that concerns the whole page, in place of what was told before.
 * @param {string} words
 */
export function notify(words) {
  const notice = find('notice', HTMLElement);
  notice.textContent = words;
  notice.hidden = words === '';
}

/** An error in words for people. @param {unknown} error */
export const wordsOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * Lets a button start something: meanwhile it cannot be pressed again, and what goes wrong is told in words.
 * @param {HTMLButtonElement} button
 * @param {() => Promise<void>} action
 */
export function onPress(button, action) {
  button.addEventListener('click', () => void run(button, action));
}

/**
 * Lets a form start something when it is submitted, as a press on this button of its does.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} button
 * @param {() => Promise<void>} action
 */
export function onSubmit(form, button, action) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void run(button, action);
  });
}

/** @param {HTMLButtonElement} button @param {() => Promise<void>} action */
async function run(button, action) {
  button.disabled = true;
  button.setAttribute('aria-busy', 'true');
  notify('');
  try {
    await action();
  } catch (error) {
    notify(wordsOf(error));
  } finally {
    button.disabled = false;
    button.removeAttribute('aria-busy');
  }
}
