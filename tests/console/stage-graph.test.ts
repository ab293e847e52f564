import { readFileSync } from 'node:fs';
import { assert } from 'chai';
import fc from 'fast-check';
import { drawStages } from '../../console/src/pages/agents/stages/graph.ts';
import { layOut, nodeTowards, type GraphEdge } from '../../console/src/pages/agents/stages/layout.ts';
import { blankStage, type Stage } from '../../console/src/pages/agents/stages/stage-model.ts';

const BOX = { width: 100, height: 40 };
const LABEL = { width: 60, height: 15 };

const graph = (count: number, ways: readonly (readonly [number, number])[]) => {
  const nodes = Array.from({ length: count }, (_, index) => ({ id: String(index), ...BOX }));
  const pairs = new Set(ways.filter(([from, to]) => from !== to && from < count && to < count).map(String));
  const edges = [...pairs].map((pair): GraphEdge => {
    const [from = '', to = ''] = pair.split(',');
    return { from, to, ...LABEL };
  });
  return { edges, layout: layOut(nodes, edges) };
};

const graphs = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 24 }))
  .map(([count, ways]) => graph(count, ways));

describe('the layout of a graph of stages', () => {
  it('lets no two boxes or labels overlap, and keeps all of them on the canvas', () => {
    fc.assert(
      fc.property(graphs, ({ layout: { nodes, edges, width, height } }) => {
        const boxes = [...nodes.map((at) => ({ at, ...BOX })), ...edges.map(({ label }) => ({ at: label, ...LABEL }))];
        for (const [index, one] of boxes.entries()) {
          assert.isAtLeast(one.at.x - one.width / 2, 0);
          assert.isAtMost(one.at.x + one.width / 2, width);
          assert.isAtLeast(one.at.y - one.height / 2, 0);
          assert.isAtMost(one.at.y + one.height / 2, height);
          for (const other of boxes.slice(index + 1)) {
            const isBeside = Math.abs(one.at.x - other.at.x) >= (one.width + other.width) / 2 - 0.01;
            assert.isTrue(isBeside || Math.abs(one.at.y - other.at.y) >= (one.height + other.height) / 2);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('leads each arrow from the border of its stage through its label to the border of the other', () => {
    fc.assert(
      fc.property(graphs, ({ edges, layout }) => {
        for (const [index, { from, to }] of edges.entries()) {
          const { points, label } = layout.edges[index]!;
          for (const [end, id] of [
            [points[0]!, from],
            [points.at(-1)!, to],
          ] as const) {
            const box = layout.nodes[Number(id)]!;
            assert.isAtMost(Math.abs(end.x - box.x), BOX.width / 2);
            assert.closeTo(Math.abs(end.y - box.y), BOX.height / 2, 0.01);
          }
          assert.isTrue(points.some(({ x }) => x === label.x));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('leads arrows down, and up only on the way back to an earlier stage', () => {
    const { edges, layout } = graph(4, [
      [0, 1],
      [1, 2],
      [2, 0],
      [0, 3],
      [2, 3],
    ]);
    const isDown = edges.map((_, index) => {
      const { points = [] } = layout.edges[index] ?? {};
      return (points[0]?.y ?? 0) < (points.at(-1)?.y ?? 0);
    });
    assert.deepEqual(isDown, [true, true, false, true, true]);
    assert.isBelow(layout.nodes[2]?.y ?? 0, layout.nodes[3]?.y ?? 0, 'the longest way decides how far down a stage is');
  });

  it('crosses no arrows where they need not cross', () => {
    const { layout } = graph(5, [
      [0, 1],
      [0, 2],
      [1, 4],
      [2, 3],
    ]);
    const [one, two] = [layout.nodes[1], layout.nodes[2]];
    const [three, four] = [layout.nodes[3], layout.nodes[4]];
    assert.equal((one?.x ?? 0) < (two?.x ?? 0), (four?.x ?? 0) < (three?.x ?? 0));
  });

  it('stays quick with the most stages and ways that an agent can have', () => {
    const ways = Array.from({ length: 30 * 12 }, (_, index) => [Math.floor(index / 12), (index * 7) % 30] as const);
    const before = process.cpuUsage();
    graph(30, ways);
    const { user, system } = process.cpuUsage(before);
    assert.isBelow((user + system) / 1e6, 5);
  });

  it('is walked with the arrow keys', () => {
    const { layout } = graph(4, [
      [0, 1],
      [0, 2],
      [1, 3],
    ]);
    const left = (layout.nodes[1]?.x ?? 0) < (layout.nodes[2]?.x ?? 0) ? 1 : 2;
    assert.equal(nodeTowards(layout, left, 'ArrowRight'), 3 - left);
    assert.equal(nodeTowards(layout, 3 - left, 'ArrowLeft'), left);
    assert.equal(nodeTowards(layout, 1, 'ArrowDown'), 3);
    assert.equal(nodeTowards(layout, 1, 'ArrowUp'), 0);
    assert.isNull(nodeTowards(layout, 0, 'ArrowUp'));
    assert.isNull(nodeTowards(layout, 0, 'Enter'));
    assert.deepEqual([nodeTowards(layout, 2, 'Home'), nodeTowards(layout, 2, 'End')], [0, 3]);
  });
});

describe('the drawing of stages', () => {
  const stage = (id: string, transitions: Stage['transitions']): Stage => ({ ...blankStage([]), id, transitions });

  it('has one arrow between two stages, with a line for each way, the first ones where they are many', () => {
    const keys = ['1', '2', '3', '4'].map((key) => ({ to: 'end', on: 'key' as const, key }));
    const lines = (ways: Stage['transitions']) => drawStages([stage('start', ways), stage('end', [])]).arrows[0]?.lines;
    assert.deepEqual(lines(keys.slice(0, 3)), ['key 1', 'key 2', 'key 3']);
    assert.deepEqual(lines(keys), ['key 1', 'key 2', '+ 2']);
  });

  it('leaves out ways to a stage that does not exist and to the stage itself, which the form may hold for a while', () => {
    const ways: Stage['transitions'] = [
      { to: 'gone', on: 'call', description: '' },
      { to: 'start', on: 'call', description: '' },
    ];
    assert.deepEqual(drawStages([stage('start', ways)]).arrows, []);
    assert.deepEqual(drawStages([]).nodes, []);
  });

  it('is narrower in less room, with the same arrows and each way in up to two lines', () => {
    for (const template of ['appointment', 'survey']) {
      const file = new URL(`../../console/src/pages/agents/templates/${template}.json`, import.meta.url);
      const { config } = JSON.parse(readFileSync(file, 'utf8')) as { config: { stages: readonly Stage[] } };
      const stages = config.stages.map((each) => ({ ...blankStage([]), ...each }));
      const [wide, narrow] = [drawStages(stages), drawStages(stages, 320)];
      assert.isAtMost(narrow.layout.width, 400, template);
      assert.isBelow(narrow.layout.width, wide.layout.width, template);
      assert.lengthOf(narrow.arrows, wide.arrows.length, template);
      for (const { lines } of narrow.arrows) assert.isAtMost(Math.max(...lines.map((line) => line.length)), 12);
      assert.deepEqual(drawStages(stages, wide.layout.width), wide, 'no narrower than it must be');
    }
    const when = [{ field: 'guests', at_most: 8 }];
    const ways: Stage['transitions'] = [{ to: 'end', on: 'fields', when }];
    const [arrow] = drawStages([stage('start', ways), stage('end', [])], 120).arrows;
    assert.deepEqual(arrow?.lines, ['guests is at', 'most 8']);
  });

  it('shortens what there is no room for', () => {
    const when = [{ field: 'a_long_name_of_a_field', is: 'and a long value' }];
    const { arrows } = drawStages([stage('start', [{ to: 'end', on: 'fields', when }]), stage('end', [])]);
    assert.match(arrows[0]?.lines[0] ?? '', /^a_long_name_of_a_field is?…$|^.{1,26}$/u);
    assert.isAtMost(drawStages([stage('s'.repeat(64), [])]).nodes[0]?.width ?? 0, 180);
  });
});
