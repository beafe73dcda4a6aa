/** What every plan is checked for: that it fits, and that whoever is needed is free. */
const fits =
  '(?:有空|没有?课|空着?|[不没]冲突|[不没]影响|不撞课?|[坐装]得下|够[坐大]?|行得通|可以|没问题|方便)(?:的话)?';
// 课最满的班: what is compared.
const misfits = '(?<!最)(?:撞课?|冲突|没空|有课|占|满|不空|不行|[坐装]不下|不够)了?(?:的话)?';
const whether = '(?:如果|要是|只要|若)?';
const inEnglish =
  "(?:(?:he|she|they|it|that|this|there|the room|nothing)(?:['’]s| is|['’]re| are)? )?" +
  '(?:free|available|empty|works?(?: out)?|possible|ok(?:ay)?|fits|suits|clashes|' +
  'enough (?:seats|space|room)|no (?:clash|conflict)(?:es|s)?)(?: (?:then|enough))?';

/**
 * Conditions that a plan is checked for, and what shall come of it if not: that others are proposed. What may
 * stand nowhere before one is looked for last: at each character it takes the square of the text.
 */
const checks = new RegExp(
  [
    `[,，。;；]?${whether}${misfits}[,，]?[你就再请]*[^,，。;；]{0,4}(?:推荐|建议|列出|找(?=别|其他|另|人))[^,，。;；]*$`,
    `[,，。;；?？]${whether}${fits}就(?:这么|这样)?[定改办换行][了吧]*$`,
    `[,，]${whether}[^,，。;；]{0,4}${fits}(?<=的话)$`,
    `[,，]?${whether}${misfits}[,，]?(?:那?就)(?:算了|[不别][换改动调挪]了?)吧?[。.]?$`,
    "[,;.]? ?\\b(?:otherwise|if not|or else),? (?:never ?mind|leave it|forget it|don['’]t bother)[.!]?$",
    `${whether}${fits}(?:(?<=的话)[,，]?就?|就(?=[让请由把换用调放]))(?<![?？].*)`,
    '[,;.]? ?\\b(?:otherwise|if not)\\b[^.;]*\\b(?:suggest|recommend|find|some(?:one|body)|others?)\\b[^.;]*',
    '[,;]? ?\\bif (?:any|there (?:was|were|is|are) (?:one|any))\\b(?=[.!?]*$)',
    `[,;]? ?\\bif ${inEnglish}\\b(?<!\\b(?:book|reserve)\\b.*)[, ]*`,
    '[,，]?[连把]?今天的?(?:那?一?[节次]课?)?也(?:算上|算在内|算进[去来]|要算)',
    // Week 14 stays as it is: what is not changed.
    '[,，;；] ?(?:and )?week \\d{1,2} (?:stays?|remains?)(?: (?:as (?:it )?is|the same|put))?(?=[.!]*$)',
    '(?<=^|[,，;；])第?\\d{1,2}周(?:不变|照旧|[不别]动|不改|不用[改动])(?:[,，;；]|(?=[。!]*$))',
    // 7-8吧，跟5-6连着上, 要是今天来不及: why it is good there, or is asked.
    '(?<=\\d节?吧?)[,，](?:正好|刚好|这样)?[跟和与]?[^,，。]{0,8}(?:连着|挨着|接着)[^,，。]{0,6}(?=$|[,，。])',
    '就?不用(?:再?挪窝|跑来跑去|折腾)了?(?=$|[,，。])|^(?:要是|如果|万一)[今明]天来不及[,，\\s]',
  ].join('|'),
  'giu',
);

/** 只要12月10号那一次, 要不周四呢: wishes nothing under a condition, and does not avoid that. */
const only = /只要(?!.*[就都才也])/gu;
const rather = /(?<=^|[,，;；.。!！?？…])要不(?:然)?(?![要是])/gu;

/** A text without the conditions that a plan is checked for anyhow. */
export function withoutChecks(text: string): string {
  const said = text.replace(only, '只').replace(rather, '那');
  const rest = said.replace(checks, (one) => (/^[,，;.]/.test(one) ? '，' : ' '));
  return rest.replace(/[，\s]+$/, '') || said || text;
}
