import { render, type JSX } from 'preact';
import { App } from './app.tsx';
import { isServed } from './is-served.ts';
import { keepFocus } from './keep-focus.ts';
import { keepSession } from './keep-session.ts';
import { NotLoaded, PageFailed } from './not-found.tsx';
import { sharedStrings } from './parts/strings.ts';
import { at } from './paths.ts';
import { loadSettings } from './settings.ts';
import { shareSession } from './share-session.ts';

/** Shows the console here, once its texts are loaded. Until then, it shows that it is being opened. */
export async function start(root: Element): Promise<void> {
  root.querySelector('.opening')?.setAttribute('aria-label', sharedStrings.loading);
  const show = (page: JSX.Element): void => {
    root.replaceChildren();
    render(page, root);
  };
  try {
    await Promise.all([loadSettings(at('/settings.json')), shareSession()]);
  } catch (error) {
    reportError(error);
    const Failure = (await isServed()) ? PageFailed : NotLoaded;
    return show(
      <main>
        <Failure />
      </main>,
    );
  }
  try {
    keepSession();
    keepFocus();
    show(<App />);
  } catch (error) {
    reportError(error);
    show(
      <main>
        <PageFailed />
      </main>,
    );
  }
}
