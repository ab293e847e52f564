import { AsyncView } from '../../parts/async-view.tsx';
import { Notice } from '../../parts/notice.tsx';
import type { QueryState } from '../../parts/use-query.ts';
import './version-diff.css';
import { shownLines, valueText, type Difference, type Differences, type DiffRow } from './versions.ts';
import { versionStrings as strings } from './version-strings.ts';

const KINDS = { added: strings.added, removed: strings.removed, changed: strings.differs } as const;

/** Every place that differs between two versions, with what stood there and what stands there. */
export const VersionDiff = ({ query }: { readonly query: QueryState<Differences> }) => (
  <AsyncView query={query}>
    {(changes) =>
      changes.length === 0 ? (
        <Notice>{strings.same}</Notice>
      ) : (
        <ul class="diff">
          {changes.map((change) => (
            <li key={`${change.kind} ${change.path}`}>
              <h3>
                <code>{change.path}</code> <span class="soft">{KINDS[change.kind]}</span>
              </h3>
              <Values change={change} />
            </li>
          ))}
        </ul>
      )
    }
  </AsyncView>
);

function Values({ change }: { readonly change: Difference }) {
  if (change.lines) return <Lines lines={shownLines(change.lines)} />;
  return (
    <>
      {change.kind !== 'added' && <Value is="del" label={strings.before} text={valueText(change.before)} />}
      {change.kind !== 'removed' && <Value is="ins" label={strings.after} text={valueText(change.after)} />}
    </>
  );
}

const Lines = ({ lines }: { readonly lines: readonly DiffRow[] }) => (
  <div class="diff-lines">
    {lines.map((line, at) => (
      <Line key={at} line={line} />
    ))}
  </div>
);

function Line({ line }: { readonly line: DiffRow }) {
  switch (line.kind) {
    case 'gap':
      return <div class="diff-value same soft">{strings.unchangedLines(line.lines)}</div>;
    case 'same':
      return <div class="diff-value same">{line.text || ' '}</div>;
    case 'added':
      return <Value is="ins" label={strings.added} text={line.text} />;
    case 'removed':
      return <Value is="del" label={strings.removed} text={line.text} />;
  }
}

interface ValueProps {
  readonly is: 'ins' | 'del';
  /** What screen readers say before it. */
  readonly label: string;
  readonly text: string;
}

const Value = ({ is: Tag, label, text }: ValueProps) => (
  <Tag class="diff-value">
    <span class="unseen">{label}: </span>
    {text === '' ? <span class="soft">{strings.empty}</span> : text}
  </Tag>
);
