import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { drawStages, LINE_HEIGHT, type StageDrawing } from './graph.ts';
import { nodeTowards } from './layout.ts';
import { stageStrings as words } from './stage-strings.ts';
import { idsOf, type Stage } from './stage-model.ts';
import './stage-graph.css';

/** Where a conversation is, and has been. */
export interface Whereabouts {
  readonly stage: string | null;
  readonly visited: readonly string[];
}

export const NOWHERE: Whereabouts = { stage: null, visited: [] };

/** Ids of the entry of a stage in the list beside the graph, and of the ways out of it. */
export const entryId = (place: number): string => `stage-${place}`;
export const waysId = (place: number): string => `stage-${place}-ways`;

/** How small the drawing may be shown, so that it can still be read. What is wider then is scrolled. */
const SCALE_LEAST = 0.75;

/** Room for a scrollbar at the side: a drawing that fits must not stop to do so because it is high. In pixels. */
const SCROLLBAR = 12;

interface StageGraphProps {
  readonly stages: readonly Stage[];
  readonly whereabouts?: Whereabouts;
}

/**
 * The stages as boxes and the ways between them as arrows, beside a list that says the same. It is one stop of the tab key:
 * arrow keys move within it, and a press brings the focus to the stage's entry in the list.
 */
export function StageGraph({ stages, whereabouts = NOWHERE }: StageGraphProps) {
  const box = useRef<HTMLDivElement>(null);
  const room = useRoom(box);
  const drawing = useMemo(() => drawStages(stages, room), [JSON.stringify(stages), room]);
  const { layout, nodes } = drawing;
  const scale = Math.max(SCALE_LEAST, Math.min(1, (room - 1) / layout.width));
  const [reached, setReached] = useState(0);
  const current = whereabouts.stage === null ? -1 : idsOf(stages).indexOf(whereabouts.stage);
  useEffect(() => {
    const at = layout.nodes[current];
    if (!box.current || !at) return;
    const { clientWidth, clientHeight } = box.current;
    box.current.scrollTo({ left: at.x * scale - clientWidth / 2, top: at.y * scale - clientHeight / 2 });
  }, [current, layout, scale]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = nodeTowards(layout, Math.min(reached, nodes.length - 1), event.key);
    if (next === null) return;
    event.preventDefault();
    box.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <figure class="stage-figure">
      <div
        ref={box}
        class="stage-graph"
        role="toolbar"
        aria-roledescription={words.graphRole}
        aria-label={words.graph}
        onKeyDown={onKeyDown}
      >
        <div class="stage-canvas" style={{ width: `${layout.width * scale}px`, height: `${layout.height * scale}px` }}>
          <div class="stage-drawing" style={{ transform: `scale(${scale})` }}>
            <Arrows drawing={drawing} />
            {nodes.map((node, place) => (
              <Node
                key={node.id}
                {...{ node, place, whereabouts }}
                at={layout.nodes[place] ?? { x: 0, y: 0 }}
                isReached={place === Math.min(reached, nodes.length - 1)}
                onReached={() => setReached(place)}
              />
            ))}
          </div>
        </div>
      </div>
      <figcaption class="hint">{words.graphHint}</figcaption>
    </figure>
  );
}

/** How wide the inside of an element is beside a scrollbar, as long as it is shown. */
function useRoom(element: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(Infinity);
  useLayoutEffect(() => {
    const shown = element.current;
    if (!shown) return;
    const observer = new ResizeObserver(() => shown.offsetWidth > 0 && setRoom(shown.offsetWidth - SCROLLBAR));
    observer.observe(shown);
    return () => observer.disconnect();
  }, []);
  return room;
}

interface NodeProps {
  readonly node: StageDrawing['nodes'][number];
  readonly at: { readonly x: number; readonly y: number };
  readonly place: number;
  readonly whereabouts: Whereabouts;
  readonly isReached: boolean;
  readonly onReached: () => void;
}

function Node({ node: { id, note, width, height }, at, place, whereabouts, isReached, onReached }: NodeProps) {
  const isCurrent = whereabouts.stage === id;
  const state = isCurrent ? words.current : whereabouts.visited.includes(id) ? words.visited : '';
  const notes = state || note;
  return (
    <button
      type="button"
      class="stage-node"
      title={id}
      aria-current={isCurrent ? 'step' : undefined}
      aria-describedby={waysId(place)}
      data-state={isCurrent ? 'current' : state && 'visited'}
      tabIndex={isReached ? 0 : -1}
      style={{
        left: `${at.x - width / 2}px`,
        top: `${at.y - height / 2}px`,
        width: `${width}px`,
        height: `${height}px`,
      }}
      onFocus={onReached}
      onClick={() => openEntry(place)}
    >
      <span class="stage-node-name">{id}</span> {notes !== '' && <span class="stage-node-note">{notes}</span>}
    </button>
  );
}

/** Brings the entry of a stage into view, and the focus to it. */
function openEntry(place: number): void {
  const entry = document.getElementById(entryId(place));
  entry?.scrollIntoView({ block: 'center' });
  entry?.focus({ preventScroll: true });
}

const Arrows = ({ drawing: { layout, arrows } }: { readonly drawing: StageDrawing }) => (
  <svg class="stage-arrows" width={layout.width} height={layout.height} aria-hidden="true">
    {arrows.map(({ path, tip }, index) => (
      <g key={index}>
        <path class="stage-arrow" d={path} />
        <path class="stage-tip" d={tip} />
      </g>
    ))}
    {arrows.map(({ lines }, index) => {
      const { x = 0, y = 0 } = layout.edges[index]?.label ?? {};
      return (
        <text key={index} class="stage-label" x={x}>
          {lines.map((line, row) => (
            <tspan key={row} x={x} y={y + (row - (lines.length - 1) / 2) * LINE_HEIGHT}>
              {line}
            </tspan>
          ))}
        </text>
      );
    })}
  </svg>
);
