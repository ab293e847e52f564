import { documentationIndex, findEntries, wordAround } from './site-search.ts';

// Runs in each page of the documentation site: the search, and the list of pages, which is open where there is space.

const RESULTS_MAX = 12;
const EXCERPT_LENGTH = 160;

const pages = document.querySelector('details.pages');
const wide = matchMedia('(min-width: 60rem)');
wide.addEventListener('change', () => pages.toggleAttribute('open', wide.matches));

const form = document.querySelector('form.search');
const query = form.querySelector('input');
const results = document.querySelector('#results');
const status = results.querySelector('[role=status]');
const list = results.querySelector('ol');
const { base } = document.documentElement.dataset;

form.hidden = false;

/** Loads what the search finds and indexes it, once. */
let loading;
const loadIndex = () =>
  (loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${base}search-index.js`;
    script.addEventListener('load', () => resolve(documentationIndex(globalThis.documentationSections)));
    script.addEventListener('error', () => reject(new Error('The search index cannot be loaded.')));
    document.head.append(script);
  }));

async function search() {
  const text = query.value.trim();
  results.hidden = text === '';
  if (text === '') return;
  const index = await loadIndex().catch((error) => {
    status.textContent = error.message;
  });
  if (index === undefined || query.value.trim() !== text) return;
  const found = findEntries(index, text);
  status.textContent = summary(found.length);
  list.replaceChildren(...found.slice(0, RESULTS_MAX).map(itemOf));
}

function summary(count) {
  if (count === 0) return 'No section has these words.';
  if (count === 1) return '1 section';
  return count > RESULTS_MAX ? `The best ${RESULTS_MAX} of ${count} sections` : `${count} sections`;
}

function itemOf({ url, page, section, heading, text, terms }) {
  const link = document.createElement('a');
  link.href = base + url;
  const place = document.createElement('strong');
  place.textContent = [...new Set([page, section, heading])].filter(Boolean).join(' › ');
  link.append(place, ...excerpt(text, terms));
  const item = document.createElement('li');
  item.append(link);
  return item;
}

/** The part of a text around the first of these words, which are marked. */
function excerpt(text, words) {
  const at = wordAround(text, words)?.from;
  const start = at === undefined ? 0 : Math.max(0, text.lastIndexOf(' ', Math.max(0, at - 50)) + 1);
  const part = text.slice(start, start + EXCERPT_LENGTH);
  if (part === '') return [];
  const paragraph = document.createElement('span');
  paragraph.append(start > 0 ? '… ' : '', ...marked(part, words), start + EXCERPT_LENGTH < text.length ? ' …' : '');
  return [paragraph];
}

function marked(text, words) {
  const parts = [];
  let rest = text;
  while (rest !== '') {
    const next = wordAround(rest, words);
    if (next === null) return [...parts, rest];
    const mark = document.createElement('mark');
    mark.textContent = rest.slice(next.from, next.to);
    parts.push(rest.slice(0, next.from), mark);
    rest = rest.slice(next.to);
  }
  return parts;
}

query.addEventListener('focus', () => void loadIndex().catch(() => undefined));
query.addEventListener('input', () => void search());

form.addEventListener('submit', (event) => {
  event.preventDefault();
  list.querySelector('a')?.click();
});

form.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') return close();
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const stops = [query, ...list.querySelectorAll('a')];
  const next = stops[stops.indexOf(document.activeElement) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
});

function close() {
  query.value = '';
  results.hidden = true;
  query.focus();
}

document.addEventListener('click', (event) => {
  if (!form.contains(event.target) || event.target.closest('#results a')) results.hidden = true;
});

document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest('input')) return;
  event.preventDefault();
  query.focus();
});
