import { useRef } from 'preact/hooks';
import './code-editor.css';
import { indentAfter, lineCount, lineRange } from './code-text.ts';
import { Field } from './field.tsx';
import { Notice } from './notice.tsx';

/** What is wrong with a text, and in which line where that is known. */
export interface CodeProblem {
  readonly line: number | null;
  readonly message: string;
}

interface CodeEditorProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly problems: readonly CodeProblem[];
  readonly words: {
    readonly problems: (count: number) => string;
    readonly line: (line: number) => string;
  };
}

/** A field for text that programs read, with numbered lines. What is wrong leads to its line. The tab key leaves it. */
export function CodeEditor({ label, hint, value, onInput, problems, words }: CodeEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const numbers = useRef<HTMLDivElement>(null);
  const goTo = (line: number): void => {
    const [from, to] = lineRange(value, line);
    const { current } = area;
    if (!current) return;
    current.focus();
    current.setSelectionRange(from, to);
    const height = current.scrollHeight / lineCount(value);
    current.scrollTop = Math.max(0, (line - 1) * height - current.clientHeight / 3);
  };
  return (
    <>
      {problems.length > 0 && <Problems {...{ problems, words, goTo }} />}
      <Field label={label} hint={hint} error={null}>
        {(control) => (
          <div class="code-editor">
            <div class="code-numbers" ref={numbers} aria-hidden="true">
              <Numbers count={lineCount(value)} problems={problems} />
            </div>
            <textarea
              {...control}
              aria-invalid={problems.length > 0}
              ref={area}
              value={value}
              wrap="off"
              spellcheck={false}
              autocapitalize="off"
              autocomplete="off"
              onInput={({ currentTarget }) => onInput(currentTarget.value)}
              onKeyDown={(event) => onKey(event, onInput)}
              onScroll={({ currentTarget }) => {
                if (numbers.current) numbers.current.scrollTop = currentTarget.scrollTop;
              }}
            />
          </div>
        )}
      </Field>
    </>
  );
}

type KeyInArea = KeyboardEvent & { readonly currentTarget: HTMLTextAreaElement };

/** A new line begins below the last one. */
function onKey(event: KeyInArea, onInput: (value: string) => void): void {
  const { currentTarget: area, key, isComposing, shiftKey, ctrlKey, metaKey } = event;
  if (key !== 'Enter' || isComposing || shiftKey || ctrlKey || metaKey) return;
  const indent = indentAfter(area.value, area.selectionStart);
  if (indent === '') return;
  event.preventDefault();
  area.setRangeText(`\n${indent}`, area.selectionStart, area.selectionEnd, 'end');
  onInput(area.value);
}

function Numbers({ count, problems }: { readonly count: number; readonly problems: readonly CodeProblem[] }) {
  const wrong = new Set(problems.map(({ line }) => line));
  return Array.from({ length: count }, (_, index) => (
    <span key={index} class={wrong.has(index + 1) ? 'wrong' : undefined}>
      {index + 1}
    </span>
  ));
}

interface ProblemsProps extends Pick<CodeEditorProps, 'problems' | 'words'> {
  readonly goTo: (line: number) => void;
}

const Problems = ({ problems, words, goTo }: ProblemsProps) => (
  <Notice kind="error">
    {words.problems(problems.length)}
    <ul class="code-problems">
      {problems.map(({ line, message }, index) => (
        <li key={index}>
          {line !== null && (
            <button type="button" onClick={() => goTo(line)}>
              {words.line(line)}
            </button>
          )}
          <span>{message}</span>
        </li>
      ))}
    </ul>
  </Notice>
);
