import { notUnderstood } from '../slots/slots.js';
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

/** 刚才改了什么: of the caller alone where that is said. */
export const history: Rule = (clause) => {
  if (!clause.has('whatChanged')) return null;
  clause.only('whatChanged', 'lastChange', 'self', 'find', 'have', 'which', 'timetable', 'of', 'at');
  const named = clause.tokens.find((token) => token.type !== 'word');
  if (named) throw notUnderstood(named.said);
  const isOwn = clause.tokens.some((token) => /^(?:我|.*\bi\b)/i.test(token.said));
  return [{ type: 'showChanges', ...(isOwn && { isOwn }) }];
};

/** What the assistant can do; a word of courtesy beside a wish. */
export const help: Rule = (clause) => {
  if (!clause.has('help') || !clause.isEmpty) return null;
  clause.only('help', 'self', 'can', 'which');
  return [{ type: 'help' }];
};
