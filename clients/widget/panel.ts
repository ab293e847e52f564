import { icon, make, setAttribute } from './elements.ts';
import { captionList } from './caption-list.ts';
import type { Messages, PageMessages } from './messages/index.ts';
import { shownActivity, statusText } from './status-text.ts';
import type { Mode, WidgetState } from './widget-state.ts';

/** What a visitor can do. */
export interface PanelActions {
  toggle(isOpen: boolean): void;
  start(mode: Mode): void;
  end(): void;
  mute(isMuted: boolean): void;
  send(text: string): void;
}

/** Texts and choices that the page gives. */
export interface PanelSettings {
  readonly messages: PageMessages;
  /** Name of the agent. Null: the title in the page's language. */
  readonly name: string | null;
  /** Replaces the built-in notice. */
  readonly consent: string | null;
  readonly privacyUrl: string | null;
  readonly modes: readonly Mode[];
  /** Whether the panel is always open, as a part of the page. */
  readonly isInline: boolean;
}

/** Longest text, as the runtime takes it. */
const TEXT_MAX = 4_000;

/** The visible part of the widget: a button that opens a panel. */
export interface Panel {
  readonly root: HTMLElement;
  render(state: WidgetState): void;
  /** How loud the agent is, from 0 to 1. */
  level(value: number): void;
  /** Puts the focus where the visitor continues. */
  focus(where: 'launcher' | 'panel'): void;
}

export function buildPanel(settings: PanelSettings, actions: PanelActions): Panel {
  const { language, direction } = settings.messages;
  const parts = partsOf(settings, actions);
  const { launcher, panel, orb } = parts;
  const root = make('div', { lang: language, dir: direction }, launcher, panel);
  let before: WidgetState | null = null;
  panel.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || settings.isInline) return;
    event.stopPropagation();
    actions.toggle(false);
  });
  return {
    root,
    render(state) {
      renderParts(state, settings, parts);
      if (before && before.phase !== state.phase && state.isOpen) moveFocus(state, parts);
      before = state;
    },
    level: (value) => orb.style.setProperty('--level', value.toFixed(2)),
    focus: (where) => (where === 'launcher' ? launcher : before && nextControl(before, parts))?.focus(),
  };
}

type Parts = ReturnType<typeof partsOf>;

function partsOf(settings: PanelSettings, actions: PanelActions) {
  const { texts } = settings.messages;
  const title = make('h2', { id: 'title', class: 'title', part: 'title' }, settings.name ?? texts.title);
  const status = make('p', { class: 'status', part: 'status', role: 'status' });
  const orb = make('div', { class: 'orb', part: 'orb', 'aria-hidden': 'true' });
  const minimise = iconButton('minimise', texts.minimise, () => actions.toggle(false), 'minimise');
  minimise.hidden = settings.isInline;
  const launcher = make(
    'button',
    { class: 'launcher', part: 'launcher', type: 'button', 'aria-haspopup': 'dialog', 'aria-controls': 'panel' },
    icon('microphone'),
    texts.launcher,
  );
  launcher.addEventListener('click', () => actions.toggle(true));
  const log = captionList(texts);
  const intro = introOf(settings, actions);
  const after = afterOf(settings, actions);
  const alert = make('p', { class: 'alert', part: 'alert', role: 'alert' });
  const controls = controlsOf(texts, actions);
  const panel = make(
    'section',
    {
      id: 'panel',
      class: 'panel',
      part: 'panel',
      role: settings.isInline ? 'region' : 'dialog',
      'aria-labelledby': 'title',
    },
    make('div', { class: 'head', part: 'header' }, orb, make('div', { class: 'who' }, title, status), minimise),
    intro,
    log.root,
    alert,
    after.root,
    controls.root,
  );
  return { launcher, panel, orb, status, intro, after, alert, controls, log };
}

function renderParts(state: WidgetState, { isInline, messages: { texts } }: PanelSettings, parts: Parts): void {
  const { phase, mode } = state;
  const { launcher, panel, orb, status, intro, after, alert, controls, log } = parts;
  const isRunning = phase === 'connecting' || phase === 'live';
  launcher.hidden = isInline || state.isOpen;
  setAttribute(launcher, 'aria-expanded', String(state.isOpen));
  setAttribute(launcher, 'data-live', isRunning);
  panel.hidden = !isInline && !state.isOpen;
  orb.dataset['state'] = shownActivity(state);
  intro.hidden = phase !== 'idle';
  after.root.hidden = phase !== 'ended';
  after.render(mode);
  controls.root.hidden = !isRunning;
  controls.render(phase === 'live', mode, state.isMuted);
  log.root.hidden = !isRunning && state.captions.length === 0;
  log.render(state.captions, mode);
  say(status, statusText(texts, state));
  say(alert, textOf(texts, state.alert));
  say(after.reason, textOf(texts, state.ending));
}

const textOf = (texts: Messages, name: keyof Messages | null): string => (name === null ? '' : texts[name]);

/** Changes a text only when it is another one: screen readers announce each change. */
function say(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

function introOf(
  { messages: { texts }, consent, privacyUrl, modes }: PanelSettings,
  actions: PanelActions,
): HTMLElement {
  const notice = make('p', { class: 'consent', part: 'consent' }, consent ?? texts.consent);
  if (privacyUrl !== null)
    notice.append(' ', make('a', { href: privacyUrl, target: '_blank', rel: 'noopener' }, texts.privacy));
  return make('div', { class: 'intro', part: 'intro' }, notice, ...startButtons(texts, modes, actions, 'primary'));
}

/** A button for each mode, the first of them before the others unless another button is. */
const startButtons = (
  texts: Messages,
  modes: readonly Mode[],
  actions: PanelActions,
  first: 'primary' | 'secondary',
): HTMLButtonElement[] =>
  modes.map((mode, index) => {
    const kind = index === 0 ? first : 'secondary';
    const [shape, text] =
      mode === 'voice' ? (['microphone', texts.startTalking] as const) : (['keyboard', texts.startTyping] as const);
    const button = make('button', { class: kind, part: `button ${kind}`, type: 'button' }, icon(shape), text);
    button.addEventListener('click', () => actions.start(mode));
    return button;
  });

function afterOf({ messages: { texts }, modes }: PanelSettings, actions: PanelActions) {
  const reason = make('p', { tabindex: '-1', part: 'ending' });
  const again = make('button', { class: 'primary', part: 'button primary', type: 'button' }, texts.again);
  again.addEventListener('click', () => actions.start(again.dataset['mode'] === 'text' ? 'text' : 'voice'));
  const others = startButtons(texts, modes, actions, 'secondary');
  return {
    root: make('div', { class: 'after', part: 'after' }, reason, again, ...others),
    reason,
    /** After a call in this mode: the same again, or another one. */
    render(mode: Mode): void {
      again.dataset['mode'] = mode;
      for (const [index, other] of others.entries()) other.hidden = modes[index] === mode;
    },
  };
}

function controlsOf(texts: Messages, actions: PanelActions) {
  const mute = iconButton(
    'microphone',
    texts.mute,
    () => actions.mute(mute.getAttribute('aria-pressed') !== 'true'),
    'mute',
  );
  mute.append(icon('muted'));
  mute.classList.add('outlined');
  const field = make('input', {
    class: 'field',
    part: 'input',
    type: 'text',
    'aria-label': texts.type,
    placeholder: texts.type,
    maxlength: String(TEXT_MAX),
    autocomplete: 'off',
    enterkeyhint: 'send',
  });
  const send = iconButton('send', texts.send, () => undefined, 'send', 'submit');
  const typing = make('form', { class: 'typing' }, field, send);
  typing.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (text === '') return;
    actions.send(text);
    field.value = '';
  });
  const end = iconButton('end', texts.end, () => actions.end(), 'end');
  end.classList.add('outlined');
  return {
    root: make('div', { class: 'controls', part: 'controls' }, mute, typing, end),
    mute,
    field,
    end,
    render(isLive: boolean, mode: Mode, isMuted: boolean): void {
      mute.hidden = mode === 'text';
      setAttribute(mute, 'aria-pressed', String(isMuted));
      for (const each of [mute, field, send]) each.disabled = !isLive;
    },
  };
}

function iconButton(
  shape: Parameters<typeof icon>[0],
  name: string,
  press: () => void,
  part: string,
  type = 'button',
): HTMLButtonElement {
  const attributes = { class: 'icon-only', part: `button ${part}`, type, 'aria-label': name, title: name };
  const button = make('button', attributes, icon(shape));
  button.addEventListener('click', press);
  return button;
}

/** Where a visitor continues in this phase. */
function nextControl({ phase, mode }: WidgetState, { intro, after, controls }: Parts): HTMLElement | null {
  switch (phase) {
    case 'idle':
      return intro.querySelector('button');
    case 'connecting':
      return controls.end;
    case 'live':
      return mode === 'text' ? controls.field : controls.mute;
    case 'ended':
      return after.reason;
  }
}

/** What had the focus may be gone: the focus stays in the panel. One that is elsewhere in the page stays there. */
function moveFocus(state: WidgetState, parts: Parts): void {
  const root = parts.panel.getRootNode() as ShadowRoot;
  const { activeElement, body } = document;
  if (activeElement === root.host || activeElement === body) nextControl(state, parts)?.focus();
}
