import { layOut, type GraphLayout } from './layout.ts';
import { idsOf, type Stage } from './stage-model.ts';
import { shortened, stageNotes, wayWords } from './stage-words.ts';

/** A drawing of stages. */
export interface StageDrawing {
  readonly layout: GraphLayout;
  /** In the order of the stages. */
  readonly nodes: readonly {
    readonly id: string;
    readonly note: string;
    readonly width: number;
    readonly height: number;
  }[];
  readonly arrows: readonly { readonly lines: readonly string[]; readonly path: string; readonly tip: string }[];
}

/** What texts take at the sizes of the style sheet: more than most letters do. */
const NAME_CHARACTER = 8;
const LABEL_CHARACTER = 6.4;
export const LINE_HEIGHT = 15;
const NODE = { least: 96, most: 180, padding: 26, height: 44 };
const LABEL_MOST = 26;
const LINES_MOST = 3;
const TIP = 5;

/** Draws stages: one arrow from a stage to another, with a line for each way between them. */
export function drawStages(stages: readonly Stage[]): StageDrawing {
  const ids = idsOf(stages);
  const nodes = stages.map((stage, index) => {
    const note = stageNotes(stage, index === 0).join(' · ');
    const wanted = Math.max(stage.id.length * NAME_CHARACTER, note.length * LABEL_CHARACTER) + NODE.padding;
    return { id: stage.id, note, width: Math.min(NODE.most, Math.max(NODE.least, wanted)), height: NODE.height };
  });
  const edges = stages.flatMap(({ id: from, transitions }) =>
    [...new Set(transitions.map(({ to }) => to))]
      .filter((to) => to !== from && ids.includes(to))
      .map((to) => labelled(from, to, transitions.filter((each) => each.to === to).map(wayWords))),
  );
  const layout = layOut(nodes, edges);
  const arrows = edges.map(({ lines }, index) => {
    const { points = [] } = layout.edges[index] ?? {};
    return { lines, path: pathOf(points), tip: tipOf(points) };
  });
  return { layout, nodes, arrows };
}

function labelled(from: string, to: string, ways: readonly string[]) {
  const shown =
    ways.length > LINES_MOST ? [...ways.slice(0, LINES_MOST - 1), `+ ${ways.length - LINES_MOST + 1}`] : ways;
  const lines = shown.map((way) => shortened(way, LABEL_MOST));
  const width = Math.max(...lines.map((line) => line.length)) * LABEL_CHARACTER + 8;
  return { from, to, lines, width, height: lines.length * LINE_HEIGHT };
}

type Points = GraphLayout['edges'][number]['points'];

/** A line that is vertical at each point. */
function pathOf(points: Points): string {
  return points
    .map(({ x, y }, index) => {
      const before = points[index - 1];
      if (!before) return `M${round(x)} ${round(y)}`;
      if (before.x === x) return `V${round(y)}`;
      const middle = round((before.y + y) / 2);
      return `C${round(before.x)} ${middle} ${round(x)} ${middle} ${round(x)} ${round(y)}`;
    })
    .join('');
}

/** The head of the arrow, which points up or down. */
function tipOf(points: Points): string {
  const [before, end] = [points.at(-2), points.at(-1)];
  if (!before || !end) return '';
  const back = before.y < end.y ? -TIP * 1.6 : TIP * 1.6;
  return `M${round(end.x)} ${round(end.y)}l${-TIP} ${back}h${2 * TIP}z`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
