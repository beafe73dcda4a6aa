const verbs = '(?:改|调|换|动|挪|停|弄|move|change|edit|cancel|swap|do)';
const asksOwnRight = new RegExp(
  [
    '(?:[这那][节门次个])?我(?:自己|能自己|可以自己)(?:能不能|可不可以|能|可以|有权)?(?:直接)?' +
      `${verbs}(?:它|[这那][节门次个]课?|得了)?[吗么不嘛]+`,
    `\\b(?:can|may|could|am i allowed to) ?i? ?${verbs} (?:it|that|this|them|(?:that|this) one)? ?` +
      '(?:by )?myself\\b',
  ].join('|'),
  'iu',
);

/** 我自己能改吗: what is said beside asking whether one may change something; null where that is not asked. */
export function besideOwnRight(text: string): string | null {
  const found = asksOwnRight.exec(text);
  if (!found) return null;
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
  return rest.replace(/^[\s,，]*(?:and |那)?/u, '').replace(/[\s,，?？。]+$/u, '');
}
