/** The style sheet of the shadow root. It is constructed, so that no policy of the page has to allow inline styles. */
const CSS = `
:host {
  --accent: var(--voice-agent-accent, #1f51c8);
  --accent-text: var(--voice-agent-accent-text, #fff);
  --surface: var(--voice-agent-surface, #fff);
  --text: var(--voice-agent-text, #16202e);
  --soft: var(--voice-agent-soft, #52606f);
  --line: var(--voice-agent-line, #ccd4de);
  --field: var(--voice-agent-field, #f2f5f9);
  --alert: var(--voice-agent-alert, #a4161a);
  --radius: var(--voice-agent-radius, 16px);
  --level: 0;
  all: initial;
  display: block;
  position: fixed;
  z-index: var(--voice-agent-z-index, 2147483000);
  inset-block-end: max(var(--voice-agent-offset, 20px), env(safe-area-inset-bottom));
  right: max(var(--voice-agent-offset, 20px), env(safe-area-inset-right));
  color: var(--text);
  color-scheme: light;
  font: 400 16px/1.45 var(--voice-agent-font, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif);
}
:host([hidden]) { display: none; }
:host([position='bottom-left']) { right: auto; left: max(var(--voice-agent-offset, 20px), env(safe-area-inset-left)); }
:host([position='inline']) { position: static; z-index: auto; }
:host([data-theme='dark']) {
  --accent: var(--voice-agent-accent, #8fb4ff);
  --accent-text: var(--voice-agent-accent-text, #0a1526);
  --surface: var(--voice-agent-surface, #17202c);
  --text: var(--voice-agent-text, #eef2f7);
  --soft: var(--voice-agent-soft, #b3bfcc);
  --line: var(--voice-agent-line, #3c4958);
  --field: var(--voice-agent-field, #222e3c);
  --alert: var(--voice-agent-alert, #ffb3b0);
  color-scheme: dark;
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
button, input { font: inherit; color: inherit; letter-spacing: inherit; }
button { min-height: 44px; cursor: pointer; border: 1px solid transparent; border-radius: 999px; }
button:disabled, input:disabled { opacity: 0.55; cursor: default; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.icon { width: 20px; height: 20px; flex: none; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.launcher, .primary { background: var(--accent); color: var(--accent-text); font-weight: 600; }
.launcher, .primary, .secondary { display: inline-flex; align-items: center; justify-content: center; gap: 8px; padding: 10px 20px; }
.launcher { box-shadow: 0 4px 16px rgb(0 0 0 / 25%); }
.launcher[data-live]::after { content: ''; width: 10px; height: 10px; border-radius: 50%; background: #e5383b; border: 2px solid var(--accent-text); }
.secondary { background: transparent; border-color: var(--line); }
.icon-only { display: inline-flex; align-items: center; justify-content: center; width: 44px; padding: 0; background: transparent; border-color: transparent; flex: none; }
.icon-only.outlined { border-color: var(--line); }
.icon-only[aria-pressed='true'] { background: var(--alert); color: var(--surface); }
.muted, [aria-pressed='true'] .microphone { display: none; }
[aria-pressed='true'] .muted { display: block; }
.panel {
  display: flex;
  flex-direction: column;
  width: min(380px, calc(100vw - 40px));
  max-height: min(600px, calc(100dvh - 40px));
  overflow: hidden;
  background: var(--surface);
  color: var(--text);
  border: 1px solid var(--line);
  border-radius: var(--radius);
  box-shadow: 0 10px 40px rgb(0 0 0 / 28%);
}
:host([position='inline']) .panel { width: 100%; max-width: 480px; box-shadow: none; }
.head { display: flex; align-items: center; gap: 12px; padding: 12px 8px 12px 16px; border-bottom: 1px solid var(--line); }
[dir='rtl'] .head { padding: 12px 16px 12px 8px; }
.who { flex: 1; min-width: 0; }
.title { margin: 0; font-size: 16px; font-weight: 650; overflow-wrap: anywhere; }
.status { margin: 0; font-size: 14px; color: var(--soft); }
.orb { width: 36px; height: 36px; flex: none; border-radius: 50%; background: var(--accent); transform: scale(calc(0.7 + 0.3 * var(--level))); transition: transform 80ms linear; }
.orb[data-state='connecting'], .orb[data-state='thinking'] { animation: breathe 1.4s ease-in-out infinite alternate; }
.orb[data-state='ended'], .orb[data-state='idle'] { opacity: 0.5; }
@keyframes breathe { from { opacity: 0.4; } to { opacity: 1; } }
.intro, .after { display: flex; flex-direction: column; gap: 12px; padding: 20px 16px; overflow-y: auto; }
.intro p, .after p { margin: 0; }
.consent { font-size: 14px; color: var(--soft); }
a { color: var(--accent); }
.log { flex: 1 1 auto; min-height: 120px; overflow-y: auto; overscroll-behavior: contain; padding: 16px; display: flex; flex-direction: column; gap: 8px; }
.log:empty { min-height: 60px; }
.caption { margin: 0; max-width: 85%; padding: 8px 12px; border-radius: 14px; background: var(--field); overflow-wrap: anywhere; align-self: flex-start; white-space: pre-wrap; }
.caption.caller { align-self: flex-end; background: var(--accent); color: var(--accent-text); }
.caption.interim { font-style: italic; background: transparent; color: var(--soft); border: 1px dashed var(--line); }
.cut { font-size: 13px; color: var(--soft); }
.alert { margin: 0; padding: 10px 16px; color: var(--alert); font-size: 14px; border-top: 1px solid var(--line); }
.alert:empty { display: none; }
.controls { display: flex; align-items: center; gap: 8px; padding: 10px 12px; border-top: 1px solid var(--line); }
.typing { display: flex; flex: 1; gap: 4px; min-width: 0; }
.field { flex: 1; min-width: 0; min-height: 44px; padding: 0 14px; border: 1px solid var(--line); border-radius: 999px; background: var(--field); color: var(--text); font-size: 16px; }
.field::placeholder { color: var(--soft); opacity: 1; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
[dir='rtl'] .send, [dir='rtl'] .icon.send { transform: scaleX(-1); }
@media (max-width: 480px) {
  :host(:not([position='inline'])[data-open]) { inset: auto 0 0 0; }
  :host(:not([position='inline'])) .panel { width: 100%; max-height: min(85dvh, 640px); border-radius: var(--radius) var(--radius) 0 0; border-width: 1px 0 0; padding-bottom: env(safe-area-inset-bottom); }
}
@media (prefers-reduced-motion: reduce) {
  .orb { animation: none !important; transition: none; transform: none; }
}
@media (forced-colors: active) {
  .panel, button, .caption, .orb { border: 1px solid CanvasText; }
}
`;

/** Puts the styles of the widget into its shadow root. */
export function addStyles(root: ShadowRoot): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(CSS);
  root.adoptedStyleSheets = [sheet];
}
