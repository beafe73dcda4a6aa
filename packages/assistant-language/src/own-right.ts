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

/** 凭啥啊 网络2401是我们院的: whatever is claimed beside it, of what was refused. */
const complains = new RegExp(
  `^[^,，]*凭(?:什么|啥)|^.{0,4}为(?:什么|啥)我们?.{0,4}(?:没权|不[能让给]我?${verbs}?)[了的呢啊呀]*(?:[?？,，]|$)` +
    "|^(?:but |and )?why (?:can['’]?t|not|may) (?:i|we)\\b(?!.* to )|^why not\\W+(?:it|that|this)\\b",
  'iu',
);

/** 那我该跟谁说: who is asked to make what was refused. */
const asksWhom = new RegExp(
  '(?:我们?)?(?:应?该|要|得|能|可以)?(?:' +
    '(?:[找问]|联系)(?:哪个|哪位|谁)(?:[去来说讲改办调弄问呢啊]|老师)*(?=[?？,，]|$)' +
    `|[跟和向](?:哪个|哪位|谁)[去说讲申请反映提]+)|谁(?:能|可以|有权|才能)${verbs}|归(?:哪个|谁)(?:部门)?管` +
    '|\\bwho (?:do|can|should|must) i (?:have to |need to )?(?:ask|talk to|speak to|write to|contact)\\b' +
    `|\\bwho (?:can|may|could) ${verbs} (?:it|that|this)\\b(?: then)?`,
  'iu',
);

/**
 * 我自己能改吗: what is said beside asking whether one may change something, or after a change who may; null
 * where that is not asked.
 */
export function besideOwnRight(text: string, isOfChange = false): string | null {
  if (complains.test(text)) return '';
  const found = asksOwnRight.exec(text) ?? (isOfChange ? asksWhom.exec(text) : null);
  if (!found) return null;
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
  return rest.replace(/^[\s,，]*(?:and |那)?/u, '').replace(/[\s,，?？。]+$/u, '');
}
