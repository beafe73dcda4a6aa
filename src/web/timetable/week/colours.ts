/** Hues of courses, far apart from each other; the text says the same, so colour only helps. */
const HUES = [255, 150, 25, 305, 85, 200, 350, 120, 280, 55, 175, 225];

const hues = new Map<string, number>();

/** The hue of a course, the same in every week that is looked at. */
export function hueOf(courseId: string): number {
  const known = hues.get(courseId);
  if (known !== undefined) return known;
  const hue = HUES[hues.size % HUES.length];
  hues.set(courseId, hue);
  return hue;
}
