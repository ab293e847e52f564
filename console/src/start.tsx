import { render } from 'preact';
import { App } from './app.tsx';
import { keepFocus } from './keep-focus.ts';
import { keepSession } from './keep-session.ts';
import { Notice } from './parts/notice.tsx';
import { at } from './paths.ts';
import { loadSettings } from './settings.ts';
import { shareSession } from './share-session.ts';

/** Shows the console here, once its texts are loaded. */
export async function start(root: Element): Promise<void> {
  try {
    await Promise.all([loadSettings(at('/settings.json')), shareSession()]);
    keepSession();
    keepFocus();
    render(<App />, root);
  } catch (error) {
    render(<Notice kind="error">{String(error)}</Notice>, root);
  }
}
