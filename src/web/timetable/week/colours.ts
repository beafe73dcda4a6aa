/** Hues of courses, far apart from each other; the text says the same, so colour only helps. */
const HUES = [255, 150, 25, 305, 85, 200, 350, 120, 280, 55, 175, 225];

const hues = new Map<string, number>();

/** The hue of a course: by its identifier, so that it is the same next time; of two alike one gives way. */
export function hueOf(courseId: string): number {
  const known = hues.get(courseId);
  if (known !== undefined) return known;
  const own = [...courseId].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 0);
  const inOrder = HUES.map((_, at) => HUES[(own + at) % HUES.length]);
  const taken = new Set(hues.values());
  const hue = inOrder.find((each) => !taken.has(each)) ?? inOrder[0];
  hues.set(courseId, hue);
  return hue;
}
