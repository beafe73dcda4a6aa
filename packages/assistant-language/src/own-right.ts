const verbs = '(?:改|调|换|动|挪|停|弄|move|change|edit|cancel|swap|do)';
const asksOwnRight = new RegExp(
  [
    '(?:[这那][节门次个])?我(?:自己|能自己|可以自己)(?:能不能|可不可以|能|可以|有权)?(?:直接)?' +
      `${verbs}(?:它|[这那][节门次个]课?|得了)?[吗么不嘛]+`,
    // 直接帮我批了: who may only request.
    '(?:帮我|给我|你)(?:直接)?批(?:一下|了|掉|准)',
    // 调课要提前几天申请, 停课怎么申请
    '(?:[调换停补代]课|换教室)?(?:申请)?' +
      '(?:(?:要|得|需要?|应该)?(?<!假.{0,3})提前(?:几|多少|多久).{0,3}(?:申请|说|提|报|$)' +
      '|(?:怎么|如何|咋)(?:申请|走流程)|(?:什么|啥|哪些)(?:手续|流程)|(?:手续|流程)(?:是什么|怎么走|有哪些))',
    '\\bhow (?:do|can|should) i (?:request|apply for) (?:a |an )?(?:change|swap|cancel\\w*)\\b' +
      '|\\bhow (?:far|early|long) (?:in advance|ahead)\\b',
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
    '|谁(?:管|负责|审批?|批)(?:[调停补换排]课|课表|申请)' +
    '|\\bwho (?:do|can|should|must) i (?:have to |need to )?' +
    '(?:ask|tell|contact|see|(?:talk|speak|write|go|turn) to)\\b' +
    `|\\bwho (?:can|may|could) ${verbs} (?:it|that|this)\\b(?: then)?`,
  'iu',
);

/** What may stand beside whom one asks by itself: 换教室该找谁. */
const ofAsking = /^[那我们该要得,，\s?？]*$|[调换改停补排申批]|\b(?:then|so)\b/i;

/**
 * 我自己能改吗: what is said beside asking whether one may change something, or after a change who may; null
 * where that is not asked.
 */
export function besideOwnRight(text: string, isOfChange = false): string | null {
  if (complains.test(text)) return '';
  const asked = asksWhom.exec(text);
  const isWhom =
    isOfChange ||
    (asked &&
      (/谁(?:管|负责|审批?|批)[^，,。?？]/.test(asked[0]) ||
        (/[找问系跟和向]|\bi\b/i.test(asked[0]) && ofAsking.test(text.replace(asked[0], '')))));
  const found = asksOwnRight.exec(text) ?? (isWhom ? asked : null);
  if (!found) return null;
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
  return rest.replace(/^[\s,，]*(?:and |那)?/u, '').replace(/[\s,，?？。]+$/u, '');
}
