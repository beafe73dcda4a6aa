/** One measured point. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

const [WIDTH, HEIGHT] = [640, 360];
const MARGIN = { left: 64, right: 24, top: 40, bottom: 48 };

/** An SVG of points over logarithmic axes, with the line of linear growth through the first of them. */
export function plotOf(title: string, axes: { x: string; y: string }, points: readonly Point[]): string {
  const [first] = points;
  const last = points[points.length - 1];
  const linear = [first, { x: last.x, y: (first.y * last.x) / first.x }];
  const all = [...points, ...linear];
  const x = scale(
    all.map((point) => point.x),
    MARGIN.left,
    WIDTH - MARGIN.right,
  );
  const y = scale(
    all.map((point) => point.y),
    HEIGHT - MARGIN.bottom,
    MARGIN.top,
  );
  const path = (line: readonly Point[]) => line.map((point) => `${x(point.x)},${y(point.y)}`).join(' ');
  const text = (at: readonly [number, number], words: string, anchor = 'middle') =>
    `<text x="${at[0]}" y="${at[1]}" text-anchor="${anchor}">${words}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif"
      font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    text([WIDTH / 2, 22], title),
    `<polyline points="${path(linear)}" fill="none" stroke="#999" stroke-dasharray="5 4"/>`,
    `<polyline points="${path(points)}" fill="none" stroke="#1565c0" stroke-width="2"/>`,
    ...points.flatMap((point) => [
      `<circle cx="${x(point.x)}" cy="${y(point.y)}" r="4" fill="#1565c0"/>`,
      text([x(point.x), y(point.y) - 9], String(point.y)),
      text([x(point.x), HEIGHT - MARGIN.bottom + 18], point.x.toLocaleString('en')),
    ]),
    text([WIDTH / 2, HEIGHT - 10], axes.x),
    text([MARGIN.left - 8, MARGIN.top - 8], axes.y, 'start'),
    text([(x(first.x) + x(last.x)) / 2, (y(linear[0].y) + y(linear[1].y)) / 2 - 12], 'linear', 'end'),
    '</svg>\n',
  ].join('\n');
}

/** Maps logarithmically onto a stretch of the drawing. */
function scale(values: readonly number[], from: number, to: number): (value: number) => number {
  const [least, most] = [Math.log(Math.min(...values)), Math.log(Math.max(...values))];
  return (value) =>
    Math.round((from + ((Math.log(value) - least) / Math.max(most - least, 1e-9)) * (to - from)) * 10) / 10;
}
