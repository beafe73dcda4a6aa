/** Index of an option in a sorted list, or -1. */
export function indexIn(options: Int32Array, start: number, end: number, option: number): number {
  let low = start;
  let high = end - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (options[middle] === option) return middle;
    if (options[middle] < option) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
