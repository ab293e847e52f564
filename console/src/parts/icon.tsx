import './icon.css';

/** The strokes of every icon, in a square of 24. */
const STROKES = {
  home: 'M4 11.5 12 4l8 7.5M6 10v9h4.5v-5h3v5H18v-9',
  wave: 'M4 10v4M8 6v12M12 3v18M16 7v10M20 10v4',
  agent: 'M12 4v3M6 7h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2zM9 12v2M15 12v2',
  phone: 'M6.5 3.5h3l1.5 4-2 1.5a12 12 0 0 0 6 6l1.5-2 4 1.5v3a2 2 0 0 1-2.2 2A17 17 0 0 1 4.5 5.7a2 2 0 0 1 2-2.2z',
  campaign: 'M4 10v4l10 5V5zM14 8.5a3.5 3.5 0 0 1 0 7M7 15.5V20h3v-3',
  book: 'M5 4.5h10a4 4 0 0 1 4 4v11H9a4 4 0 0 1-4-4zM5 15.5a4 4 0 0 1 4-4h10',
  hash: 'M9 4 7 20M17 4l-2 16M4.5 9H20M4 15h15.5',
  key: 'M14.5 9.5a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0zM13 13l7 7M17 17l2-2',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.3a3.5 3.5 0 0 1 0 6.4M18 14.2a6.5 6.5 0 0 1 3.5 5.8',
  plus: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6 6 18',
  menu: 'M4 7h16M4 12h16M4 17h16',
  down: 'M6 9l6 6 6-6',
  up: 'M6 15l6-6 6 6',
  right: 'M9 6l6 6-6 6',
  left: 'M15 6l-6 6 6 6',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  more: 'M5 12a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0M11.4 12a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0M17.8 12a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0',
  trash: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 12.5h9l1-12.5M10 11v5M14 11v5',
  archive: 'M3.5 5h17v4h-17zM5 9v10.5h14V9M10 13h4',
  edit: 'M4.5 19.5l1-4L16 5l3 3L8.5 18.5zM14 7l3 3',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20 20',
  download: 'M12 4v11M7.5 11 12 15.5 16.5 11M5 19.5h14',
  upload: 'M12 15.5V4.5M7.5 9 12 4.5 16.5 9M5 19.5h14',
  play: 'M7.5 5v14l11-7z',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4.5V9H15',
  warn: 'M12 4 2.8 19.5h18.4zM12 10v4.5M12 17h.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.5M12 7.5h.01',
  microphone: 'M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3zM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3',
  muted: 'M9 6a3 3 0 0 1 6 0v5a3 3 0 0 1-6 0zM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3M4 4l16 16',
  hangUp: 'M3 14.5c0-7 18-7 18 0v1.5l-4.5-1v-2.5a14 14 0 0 0-9 0V15L3 16z',
  send: 'M5 12h14M13 6l6 6-6 6',
  copy: 'M9 9h10.5v10.5H9zM15 9V4.5H4.5V15H9',
  document: 'M6.5 3.5h7l4 4v13h-11zM13.5 3.5v4h4M9.5 12h5M9.5 15.5h5',
  money:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM15 9.2c-.5-1-1.6-1.6-3-1.6-1.8 0-3 .8-3 2.2 0 3 6 1.4 6 4.4 0 1.4-1.2 2.2-3 2.2-1.4 0-2.5-.6-3-1.6M12 5.8v1.8M12 16.4v1.8',
  flask: 'M9 4h6M10 4v6l-5 8.5a1 1 0 0 0 .9 1.5h12.2a1 1 0 0 0 .9-1.5L14 10V4M7.7 14.5h8.6',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2',
  out: 'M14 4.5h-8.5v15H14M10.5 12H20M16.5 8.5 20 12l-3.5 3.5',
  globe: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18',
  link: 'M10 14l9.5-9.5M13.5 4.5h6v6M18 13.5v6H4.5V6h6',
} as const;

/** The name of an icon. */
export type IconName = keyof typeof STROKES;

/** A decorative icon. Its user provides the text. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={STROKES[name]} />
  </svg>
);
