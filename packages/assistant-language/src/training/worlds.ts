import { readFileSync } from 'node:fs';
import type { Situation } from '../interpreter.js';

/** The corpora lie beside the sources, and beside what is built of them. */
export const folder = new URL(
  import.meta.url.includes('/dist/') ? '../../../corpora/' : '../../corpora/',
  import.meta.url,
);

const worldOf = (name: string): Situation =>
  JSON.parse(readFileSync(new URL(`worlds/${name}.json`, folder), 'utf8')) as Situation;

/** A small university as an interpreter sees it; ids are told apart by their first letter. */
export const situation = worldOf('common');
/** Names as those of the demo's university, some of them, and all. */
export const demoSituation = worldOf('demo');
export const saidSituation = worldOf('said');
