import { competition, FULL_ROWS } from '../bench/solver/competition.js';
import { readItc2019 } from '../src/competitions/index.js';
import type { Problem } from '../src/model.js';

/** A small problem of pairs whose whole sets are filled until the planted timetable has nothing to spare. */
export function smallFullRow(): Problem {
  const [like] = FULL_ROWS;
  const size = { classes: 120, courses: 40, rooms: 14, students: 100, distributions: 80, required: 60 };
  return readItc2019(competition({ ...like, ...size }).text);
}
