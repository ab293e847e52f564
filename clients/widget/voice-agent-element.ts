import { VoiceAgent, type PageTool, type TicketSource, type VoiceAgentEvents } from '../browser/index.ts';
import { messagesFor, type Messages } from './messages/index.ts';
import { buildPanel, type Panel, type PanelSettings } from './panel.ts';
import { addStyles } from './styles.ts';
import {
  callEnded,
  callStarted,
  captionChanged,
  INITIAL_STATE,
  recovered,
  warned,
  type Mode,
  type WidgetState,
} from './widget-state.ts';

/** Attributes that change what is shown. */
const SHOWN = ['name', 'lang', 'theme', 'position', 'mode', 'consent', 'privacy-url'];
/** Events of the call that the element passes on as `voice-agent-…`. */
const PASSED = [
  ...([
    'state',
    'activity',
    'speaking',
    'caption',
    'stage',
    'field',
    'agent',
    'citations',
    'tool',
    'warning',
    'recovered',
    'ended',
  ] as const),
];

const scriptUrl = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : null;
const NOT_CONFIGURED =
  '<voice-agent> needs the attribute ticket-url, the address of your ticket endpoint, or socket-url on a platform with WEB_CALLS=open.';

/** What the page has set of an element before the script came, which then makes it a voice agent. */
const given = <T>(element: HTMLElement, name: string, otherwise: T): T =>
  Object.hasOwn(element, name) ? (Reflect.get(element, name) as T) : otherwise;

/** A voice agent as a part of a page: `<voice-agent agent="…" ticket-url="…">`. */
export class VoiceAgentElement extends HTMLElement {
  static readonly observedAttributes = SHOWN;

  /** Tools that run in the page, by name. */
  tools: Readonly<Record<string, PageTool>> = given(this, 'tools', {});
  /** Proposed values for the agent's placeholders, which the ticket endpoint is sent. */
  variables: Readonly<Record<string, string>> = given(this, 'variables', {});
  /** Where tickets come from, instead of `ticket-url`. */
  ticket: TicketSource | null = given(this, 'ticket', null);
  /** Texts that replace those of the widget. */
  texts: Partial<Messages> = given(this, 'texts', {});
  #state: WidgetState = { ...INITIAL_STATE, isOpen: given(this, 'open', false) };
  #panel: Panel | null = null;
  #call: VoiceAgent | null = null;
  #scheme: MediaQueryList | null = null;

  constructor() {
    super();
    // What the page has set before would hide the accessor.
    Reflect.deleteProperty(this, 'open');
  }

  /** Whether the panel is open. */
  get open(): boolean {
    return this.#state.isOpen;
  }

  set open(isOpen: boolean) {
    this.#toggle(isOpen);
  }

  /** Starts a call. To be called while a click is handled. */
  async start(mode: Mode = this.#modes[0] ?? 'voice'): Promise<void> {
    if (this.#call) return;
    const ticket = this.#ticketSource();
    if (ticket === null) {
      this.#change({ ...callStarted(this.#state, mode), isOpen: true, phase: 'ended', ending: 'unavailable' });
      throw new Error(NOT_CONFIGURED);
    }
    this.#change(callStarted({ ...this.#state, isOpen: true }, mode));
    const agent = this.getAttribute('agent');
    const call = (this.#call = new VoiceAgent({
      ticket,
      mode,
      tools: this.tools,
      variables: this.variables,
      ...(agent !== null && { agent }),
      ...this.#workletOption(),
    }));
    this.#follow(call);
    // The end of the call is shown.
    await call.connect().catch(() => undefined);
  }

  /** Ends the call, if there is one. */
  end(): void {
    this.#call?.disconnect();
  }

  mute(isMuted: boolean): void {
    this.#call?.mute(isMuted);
    this.#change({ ...this.#state, isMuted });
  }

  /** Sends a text as if the visitor had typed it. False while there is no live call. */
  sendText(text: string): boolean {
    return this.#call?.sendText(text) ?? false;
  }

  connectedCallback(): void {
    if (!this.shadowRoot) addStyles(this.attachShadow({ mode: 'open' }));
    this.#scheme = matchMedia('(prefers-color-scheme: dark)');
    this.#scheme.addEventListener('change', this.#showTheme);
    if (this.hasAttribute('open')) this.#state = { ...this.#state, isOpen: true };
    this.#build();
  }

  disconnectedCallback(): void {
    this.#scheme?.removeEventListener('change', this.#showTheme);
    // An element that is moved is connected again at once.
    queueMicrotask(() => {
      if (!this.isConnected) this.end();
    });
  }

  attributeChangedCallback(): void {
    if (this.#panel) this.#build();
  }

  get #modes(): readonly Mode[] {
    const mode = this.getAttribute('mode');
    return mode === 'voice' || mode === 'text' ? [mode] : ['voice', 'text'];
  }

  #ticketSource(): TicketSource | null {
    const [endpoint, socket] = [this.getAttribute('ticket-url'), this.getAttribute('socket-url')];
    if (this.ticket !== null) return this.ticket;
    if (endpoint !== null) return new URL(endpoint, this.baseURI);
    return socket === null ? null : () => ({ socket_url: new URL(socket, this.baseURI).href });
  }

  /** The file beside the script, unless the page names another one. */
  #workletOption(): { readonly workletUrl?: URL } {
    const named = this.getAttribute('worklet-url');
    if (named !== null) return { workletUrl: new URL(named, this.baseURI) };
    return scriptUrl === null ? {} : { workletUrl: new URL('widget-worklet.js', scriptUrl) };
  }

  #follow(call: VoiceAgent): void {
    call.on('state', (phase) => {
      if (phase === 'connecting' || phase === 'live') this.#change({ ...this.#state, phase });
    });
    call.on('activity', (activity) => this.#change({ ...this.#state, activity }));
    call.on('caption', (caption) => this.#change(captionChanged(this.#state, caption)));
    call.on('warning', (warning) => this.#change(warned(this.#state, warning)));
    call.on('recovered', (trouble) => this.#change(recovered(this.#state, trouble)));
    call.on('level', ({ agent }) => this.#panel?.level(agent));
    call.on('ended', (how) => {
      this.#call = null;
      this.#change(callEnded(this.#state, how));
    });
    for (const type of PASSED) call.on(type, (detail) => this.#pass(type, detail));
  }

  #pass(type: keyof VoiceAgentEvents, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(`voice-agent-${type}`, { detail, bubbles: true, composed: true }));
  }

  #toggle(isOpen: boolean): void {
    if (isOpen === this.#state.isOpen) return;
    this.#change({ ...this.#state, isOpen });
    this.#panel?.focus(isOpen ? 'panel' : 'launcher');
  }

  #change(state: WidgetState): void {
    this.#state = state;
    this.toggleAttribute('data-open', state.isOpen);
    this.#panel?.render(state);
  }

  #build(): void {
    this.#panel = buildPanel(this.#settings(), {
      toggle: (isOpen) => this.#toggle(isOpen),
      start: (mode) => void this.start(mode).catch(reportError),
      end: () => this.end(),
      mute: (isMuted) => this.mute(isMuted),
      send: (text) => void this.sendText(text),
    });
    this.shadowRoot?.replaceChildren(this.#panel.root);
    this.#showTheme();
    this.#change(this.#state);
  }

  #settings(): PanelSettings {
    const language = this.lang || this.closest('[lang]')?.getAttribute('lang');
    const messages = messagesFor([language, navigator.language]);
    return {
      messages: { ...messages, texts: { ...messages.texts, ...this.texts } },
      name: this.getAttribute('name'),
      consent: this.getAttribute('consent'),
      privacyUrl: this.getAttribute('privacy-url'),
      modes: this.#modes,
      isInline: this.getAttribute('position') === 'inline',
    };
  }

  readonly #showTheme = (): void => {
    const chosen = this.getAttribute('theme');
    const theme = chosen === 'dark' || chosen === 'light' ? chosen : this.#scheme?.matches ? 'dark' : 'light';
    this.dataset['theme'] = theme;
  };
}
