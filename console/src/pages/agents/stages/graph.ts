import { layOut, type GraphLayout } from './layout.ts';
import { idsOf, type Stage } from './stage-model.ts';
import { inLines, stageNotes, wayWords } from './stage-words.ts';

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
const NODE = { least: 96, padding: 26, height: 44 };
const WAYS_MOST = 3;
const TIP = 5;

/** How wide boxes are at most, and how many characters a line of a label has: from what is read best to what is narrow. */
interface Sizes {
  readonly node: number;
  readonly line: number;
  /** Lines that a way may take. */
  readonly lines: number;
}
const WIDE: Sizes = { node: 180, line: 26, lines: 1 };
const NARROWER: readonly Sizes[] = [
  { node: 140, line: 17, lines: 2 },
  { node: 112, line: 12, lines: 2 },
  { node: 96, line: 9, lines: 3 },
];

/**
 * Draws stages: one arrow from a stage to another, with a line for each way between them. In less room boxes are narrower
 * and ways take two lines. A drawing may still be wider than its room.
 */
export function drawStages(stages: readonly Stage[], room = Infinity): StageDrawing {
  let drawing = drawnWith(WIDE, stages);
  for (const sizes of NARROWER) {
    if (drawing.layout.width <= room) break;
    drawing = drawnWith(sizes, stages);
  }
  return drawing;
}

function drawnWith(sizes: Sizes, stages: readonly Stage[]): StageDrawing {
  const ids = idsOf(stages);
  const nodes = stages.map((stage, index) => {
    const note = stageNotes(stage, index === 0).join(' · ');
    const wanted = Math.max(stage.id.length * NAME_CHARACTER, note.length * LABEL_CHARACTER) + NODE.padding;
    return { id: stage.id, note, width: Math.min(sizes.node, Math.max(NODE.least, wanted)), height: NODE.height };
  });
  const edges = stages.flatMap(({ id: from, transitions }) =>
    [...new Set(transitions.map(({ to }) => to))]
      .filter((to) => to !== from && ids.includes(to))
      .map((to) => labelled(from, to, transitions.filter((each) => each.to === to).map(wayWords), sizes)),
  );
  const layout = layOut(nodes, edges);
  const arrows = edges.map(({ lines }, index) => {
    const { points = [] } = layout.edges[index] ?? {};
    return { lines, path: pathOf(points), tip: tipOf(points) };
  });
  return { layout, nodes, arrows };
}

function labelled(from: string, to: string, ways: readonly string[], sizes: Sizes) {
  const shown = ways.length > WAYS_MOST ? [...ways.slice(0, WAYS_MOST - 1), `+ ${ways.length - WAYS_MOST + 1}`] : ways;
  const lines = shown.flatMap((way) => inLines(way, sizes.line, sizes.lines));
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
