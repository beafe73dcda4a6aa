import { notUnderstood } from '../slots.js';
import type { Rule } from './rule.js';

/** Undo and redo, of the last change alone. */
export const undo: Rule = (clause) => {
  const isUndo = clause.has('undo') || (clause.has('cancel') && clause.has('lastChange'));
  if (!isUndo && !clause.has('redo')) return null;
  clause.only('undo', 'redo', 'cancel', 'lastChange', 'it', 'self', 'move');
  if (isUndo && clause.has('redo')) return null;
  const named = clause.tokens.find((token) => token.type !== 'word');
  if (named) throw notUnderstood(named.said);
  return [{ type: isUndo ? 'undo' : 'redo' }];
};

/** What the assistant can do; a word of courtesy beside a wish. */
export const help: Rule = (clause) => {
  if (!clause.has('help') || !clause.isEmpty) return null;
  clause.only('help', 'self', 'can', 'which');
  return [{ type: 'help' }];
};
