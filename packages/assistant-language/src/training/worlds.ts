import { readFileSync } from 'node:fs';
import type { Situation } from '../interpreter.js';

const worldOf = (name: string): Situation =>
  JSON.parse(
    readFileSync(new URL(`../../corpora/worlds/${name}.json`, import.meta.url), 'utf8'),
  ) as Situation;

/** A small university as an interpreter sees it; ids are told apart by their first letter. */
export const situation = worldOf('common');
/** Names as those of the demo's university, some of them, and all. */
export const demoSituation = worldOf('demo');
export const saidSituation = worldOf('said');
