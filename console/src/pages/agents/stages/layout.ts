/** A box of a graph. */
export interface GraphNode {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** An arrow with the size of its label. Both ends are nodes of the graph, and not the same one. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where everything is. Nodes and labels by their centres, in the order in which they were given. */
export interface GraphLayout {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly Point[];
  /** From the border of one node to that of the other. */
  readonly edges: readonly { readonly label: Point; readonly points: readonly Point[] }[];
}

/** A node, a label, or a place that an arrow passes, in one of the layers. */
interface Cell {
  readonly layer: number;
  readonly width: number;
  readonly height: number;
  x: number;
  readonly above: Cell[];
  readonly below: Cell[];
}

type Layers = readonly Cell[][];

const LAYER_GAP = 18;
const CELL_GAP = 14;
const MARGIN = 6;
const PORT_GAP = 18;
const SWEEPS = 8;

/**
 * Draws a directed graph in layers, from the first node down: arrows lead downwards where they can, labels have layers of
 * their own between those of the nodes, and nothing overlaps.
 */
export function layOut(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): GraphLayout {
  const ranks = ranksOf(nodes, edges);
  const cells = nodes.map((node) => cellOf(2 * (ranks.get(node.id) ?? 0), node));
  const cellsById = new Map(nodes.map(({ id }, index) => [id, cells[index] as Cell]));
  const chains = edges.map((edge) => chainOf(edge, cellsById));
  const layers = layersOf([...cells, ...chains.flatMap(({ chain }) => chain)]);
  orderLayers(layers);
  placeAcross(layers);
  const bands = bandsOf(layers);
  const all = layers.flat();
  const left = Math.min(0, ...all.map(({ x, width }) => x - width / 2)) - MARGIN;
  const right = Math.max(0, ...all.map(({ x, width }) => x + width / 2)) + MARGIN;
  for (const cell of all) cell.x -= left;
  const middle = ({ x, layer }: Cell): Point => ({ x, y: bands[layer]?.middle ?? 0 });
  return {
    width: right - left,
    height: (bands.at(-1)?.bottom ?? 0) + MARGIN,
    nodes: cells.map(middle),
    edges: chains.map(({ chain, label, isBack }) => {
      const points = pointsOf(chain, bands);
      return { label: middle(label), points: isBack ? points.toReversed() : points };
    }),
  };
}

const cellOf = (layer: number, { width, height }: { readonly width: number; readonly height: number }): Cell => ({
  ...{ layer, width, height },
  ...{ x: 0, above: [], below: [] },
});

/** How far below the first node each one is. Edges that lead back to a node on the way to them do not count. */
function ranksOf(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): ReadonlyMap<string, number> {
  const targets = new Map(nodes.map(({ id }) => [id, edges.filter(({ from }) => from === id).map(({ to }) => to)]));
  const order: string[] = [];
  const forward: (readonly [string, string])[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const visit = (id: string): void => {
    state.set(id, 'open');
    for (const to of targets.get(id) ?? []) {
      if (state.get(to) !== 'open') forward.push([id, to]);
      if (!state.has(to)) visit(to);
    }
    state.set(id, 'done');
    order.unshift(id);
  };
  for (const { id } of nodes) if (!state.has(id)) visit(id);
  const ranks = new Map(nodes.map(({ id }) => [id, 0]));
  for (const id of order)
    for (const [from, to] of forward)
      if (from === id) ranks.set(to, Math.max(ranks.get(to) ?? 0, (ranks.get(id) ?? 0) + 1));
  return ranks;
}

/** The cells of an edge between its nodes, from top to bottom, linked to each other. Its label is beside the node it leaves. */
function chainOf({ from, to, ...size }: GraphEdge, cells: ReadonlyMap<string, Cell>) {
  const [source, target] = [cells.get(from) as Cell, cells.get(to) as Cell];
  const isBack = source.layer > target.layer;
  const [upper, lower] = isBack ? [target, source] : [source, target];
  const labelled = isBack ? lower.layer - 1 : upper.layer + 1;
  const chain: Cell[] = [];
  for (let layer = upper.layer + 1; layer < lower.layer; layer += 1)
    chain.push(cellOf(layer, layer === labelled ? size : { width: 0, height: 0 }));
  const path = [upper, ...chain, lower];
  for (const [index, cell] of path.slice(1).entries()) {
    cell.above.push(path[index] as Cell);
    path[index]?.below.push(cell);
  }
  return { chain, isBack, label: chain[labelled - upper.layer - 1] as Cell };
}

function layersOf(cells: readonly Cell[]): Layers {
  const layers: Cell[][] = Array.from({ length: Math.max(0, ...cells.map(({ layer }) => layer + 1)) }, () => []);
  for (const cell of cells) layers[cell.layer]?.push(cell);
  return layers;
}

/** Orders each layer so that few edges cross: by the mean place of the neighbours in the layer above, then below, in turns. */
function orderLayers(layers: Layers): void {
  let best = { crossings: crossingsIn(layers), order: layers.map((layer) => [...layer]) };
  for (let sweep = 0; sweep < SWEEPS && best.crossings > 0; sweep += 1) {
    const side = sweep % 2 === 0 ? 'above' : 'below';
    for (const layer of side === 'above' ? layers : layers.toReversed()) sortByNeighbours(layer, side, layers);
    const crossings = crossingsIn(layers);
    if (crossings < best.crossings) best = { crossings, order: layers.map((layer) => [...layer]) };
  }
  for (const [index, layer] of layers.entries()) layer.splice(0, layer.length, ...(best.order[index] ?? []));
}

function sortByNeighbours(layer: Cell[], side: 'above' | 'below', layers: Layers): void {
  const neighbours = layers[(layer[0]?.layer ?? 0) + (side === 'above' ? -1 : 1)] ?? [];
  const places = placesIn(neighbours);
  const wanted = new Map(
    layer.map((cell, index) => [cell, mean(cell[side].map((each) => places.get(each) ?? 0)) ?? index]),
  );
  layer.sort((one, other) => (wanted.get(one) ?? 0) - (wanted.get(other) ?? 0));
}

const placesIn = (layer: readonly Cell[]): ReadonlyMap<Cell, number> =>
  new Map(layer.map((cell, index) => [cell, index]));

function crossingsIn(layers: Layers): number {
  let crossings = 0;
  for (const [index, layer] of layers.entries()) {
    const places = placesIn(layers[index + 1] ?? []);
    const ends = layer.map(({ below }) => below.map((cell) => places.get(cell) ?? 0));
    const before: number[] = [];
    for (const each of ends) {
      for (const place of each) crossings += before.filter((other) => other > place).length;
      before.push(...each);
    }
  }
  return crossings;
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Brings each cell near to its neighbours above and below, in turns, without overlaps. */
function placeAcross(layers: Layers): void {
  for (const layer of layers)
    spread(
      layer,
      layer.map(() => 0),
    );
  for (let sweep = 0; sweep < SWEEPS; sweep += 1)
    for (const layer of sweep % 2 === 0 ? layers : layers.toReversed())
      spread(
        layer,
        layer.map((cell) => mean((sweep % 2 === 0 ? cell.above : cell.below).map(({ x }) => x)) ?? cell.x),
      );
}

/** Places the cells of a layer as near to where they want to be as their widths let them: the least sum of squares. */
function spread(layer: readonly Cell[], wanted: readonly number[]): void {
  let offset = 0;
  const offsets = layer.map((cell, index) => {
    const before = layer[index - 1];
    if (before) offset += (before.width + cell.width) / 2 + CELL_GAP;
    return offset;
  });
  // Without their offsets the places only have to rise: neighbours that do not are moved to their mean.
  const pools: { sum: number; count: number }[] = [];
  for (const [index, place] of wanted.entries()) {
    pools.push({ sum: place - (offsets[index] ?? 0), count: 1 });
    for (
      let [last, before] = [pools.at(-1), pools.at(-2)];
      last && before;
      [last, before] = [pools.at(-1), pools.at(-2)]
    ) {
      if (before.sum / before.count <= last.sum / last.count) break;
      pools.splice(-2, 2, { sum: before.sum + last.sum, count: before.count + last.count });
    }
  }
  const places = pools.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count));
  for (const [index, cell] of layer.entries()) cell.x = (places[index] ?? 0) + (offsets[index] ?? 0);
}

interface Band {
  readonly top: number;
  readonly middle: number;
  readonly bottom: number;
}

/** Where each layer is from top to bottom. */
function bandsOf(layers: Layers): readonly Band[] {
  let top = MARGIN;
  return layers.map((layer) => {
    const height = Math.max(0, ...layer.map((cell) => cell.height));
    const band = { top, middle: top + height / 2, bottom: top + height };
    top = band.bottom + LAYER_GAP;
    return band;
  });
}

/** The way of an edge from top to bottom: straight through each layer. Edges of one node share its width. */
function pointsOf(chain: readonly Cell[], bands: readonly Band[]): readonly Point[] {
  const [first, last] = [chain[0] as Cell, chain.at(-1) as Cell];
  const [upper, lower] = [first.above[0] as Cell, last.below[0] as Cell];
  return [
    { x: portOf(upper, upper.below, first), y: bands[upper.layer]?.bottom ?? 0 },
    ...chain.flatMap(({ x, layer }) => {
      const { top = 0, bottom = 0 } = bands[layer] ?? {};
      return top === bottom
        ? [{ x, y: top }]
        : [
            { x, y: top },
            { x, y: bottom },
          ];
    }),
    { x: portOf(lower, lower.above, last), y: bands[lower.layer]?.top ?? 0 },
  ];
}

function portOf(node: Cell, ends: readonly Cell[], end: Cell): number {
  const gap = Math.min(PORT_GAP, (node.width - PORT_GAP) / Math.max(1, ends.length - 1));
  const place = ends.toSorted((one, other) => one.x - other.x).indexOf(end);
  return node.x + (place - (ends.length - 1) / 2) * gap;
}

/** The place of the node that lies next to this one in the direction of an arrow key. Null: there is none. */
export function nodeTowards({ nodes }: Pick<GraphLayout, 'nodes'>, at: number, key: string): number | null {
  const here = nodes[at];
  const along = { ArrowDown: 'y', ArrowUp: 'y', ArrowRight: 'x', ArrowLeft: 'x' }[key] as 'x' | 'y' | undefined;
  if (key === 'Home' || key === 'End') return key === 'Home' ? 0 : nodes.length - 1;
  if (!here || !along) return null;
  const [across, sign] = [along === 'x' ? 'y' : 'x', key === 'ArrowDown' || key === 'ArrowRight' ? 1 : -1] as const;
  const distances = nodes.map((node): number => {
    const [far, aside] = [(node[along] - here[along]) * sign, Math.abs(node[across] - here[across])];
    return far > 1 && (along === 'y' || aside < 1) ? far * 4 + aside : Infinity;
  });
  const least = Math.min(...distances);
  return least === Infinity ? null : distances.indexOf(least);
}
