import { onceFor } from './spot/once-for.js';

/** Words with which what is open is settled, by what they do; `_` stands for a space. */
const words = {
  /** Agree, and have a plan made that was shown right before. */
  agree:
    '好 好的 好吧 好啊 好呀 好好 行 行吧 可以 可以的 嗯 没问题 没有问题 没毛病 是 是的 对 对的 中 妥 就这样 这样吧 就这么 ' +
    '就按 按这个 照这个 ok okay k yes yep yeah sure fine great good perfect right correct sounds_good ' +
    'looks_good sounds_great all_right alright that_works lovely cool excellent',
  /** Have it made, whatever else was said meanwhile. */
  confirm:
    '确认 确认应用 确认执行 确定 应用 执行 照办 生效 这么办 这么整 confirm confirmed apply do_it do_that do_so go_ahead ' +
    "go_for_it let's_do_it let's_do_that",
  /** Name what is made: with another word that agrees they confirm it. */
  make: '办 改 调 换 排 定 弄 搞 记下来 存 锁 锁定 锁住 停 来 go make do lock 整',
  /** Have it asked of whoever decides. */
  send:
    '提 提交 申请 提交上去 提上去 交 交上去 报 报上去 发出去 submit submit_it send send_it send_it_off send_off ' +
    'request_it request_that ask_for_it ask_for_that',
  /** Of how much what is agreed to is. */
  each: '两节 两次 两个 两门 两条 全部 全都 both both_of_them all_of_them all_of_it everything',
  drop:
    '算了 算啦 撤了吧 不要 不用 取消 放弃 作废 不算 不算数 不确认 不应用 不行 不 no no_thanks cancel never_mind nevermind ' +
    "forget_it drop drop_it forget_about_it leave_it discard don't dont do_not let_it_be " +
    'leave_everything_as_it_is leave_everything_as_it_was ' +
    'leave_it_as_it_is leave_things_as_they_are keep_it_as_it_is ' +
    'scrap scrap_it scrap_that 恢复原样 put_it_back put_everything_back',
  wait:
    '等等 等一下 等下 等一等 等会 等会儿 慢着 且慢 稍等 别急 先别急 别忙 先别忙 不急 还没定 hold_on hang_on wait wait_a_minute wait_a_sec ' +
    'one_moment one_second just_a_second just_a_moment a_moment not_yet',
  /** Say nothing beside one of them. */
  plain:
    '吧 了 啦 啊 呀 哈 哦 嘛 就 那 那就 那么 还是 这样 这么 按 照 这个 它 他 她 的 请 帮我 给我 先 都 一下 去 下 无误 麻烦 ' +
    '没事 没事了 问了 问过了 ' +
    '想想 我想想 想了想 麻烦您 麻烦你 劳您 劳你 烦你 烦您 谢谢 谢谢你 谢谢您 辛苦了 辛苦啦 辛苦 咯 她说 他说 可以的话 行的话 我确认 等下 等一下 等等 哎 唉 哎呀 干脆 ' +
    "要不 please then thanks thank_you it that this that's thats " +
    'on_reflection on_second_thoughts ' +
    'with_both with_it with_that is what i want now and so just well let_us us oh hm was ahead ahaed',
} as const;
type Part = keyof typeof words;

/** 先别停, 不改了: what shall not be done. */
const left = [
  ...'改 调 换 弄 动 停 停课 搞 提 提交 办 排 管 锁 发 交 报'
    .split(' ')
    .map((verb) => `(?:先|还是|就)?(?:不用|不要|不|别|甭)(?:再|先|急着|忙着|着急)?${verb}`),
  // 课我照常上: and so none of it.
  '(?:课|我|都|还是|那|就)*照[常旧]上?课?',
  "(?:do not|don[’']t) (?:do|cancel|change|move|touch|send|submit|apply)(?: (?:it|that))?(?: yet)?(?![a-z])",
];
/** 我回头再跟刘老师商量商量: what comes of it elsewhere. */
const later = new RegExp(
  '^\\s*(?:我|等我)?(?:还?得|还?要)?(?:先|再)*(?:回头|以后|改天|下次|晚点|去?问)' +
    "|^\\s*(?:i|we)(?:'ll| (?:will|shall|have to))? (?:ask|talk|check|tell)",
  'iu',
);
const gap = /[\s.!,、~;。！，；～…]*/uy;

const anyOf = (...parts: readonly Part[]): string[] =>
  parts
    .flatMap((part) => words[part].split(' '))
    .map((word) => word.replaceAll('_', ' ').replace("'", "[’']"))
    .map((word) => (/[a-z]/.test(word) ? `${word}(?![a-z])` : word));
const has = (...patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'), 'iu');

/** Where a match of a sticky pattern ends that begins at a place; null where none does. */
function endOf(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

const coveredMax = 200;
const settlingMax = 400;

/**
 * Tells whether a text is some of the patterns, with gaps around them. Each place is looked at once: one
 * expression for all tries every way to part 那就那就那就, which doubles with each word.
 */
function covered(...patterns: readonly string[]): (text: string) => boolean {
  const sticky = patterns.map((pattern) => new RegExp(pattern, 'iuy'));
  const any = new RegExp(patterns.join('|'), 'iuy');
  return (text) => {
    if (text.length > coveredMax) return false;
    const reached = new Set([endOf(gap, text, 0)!]);
    if (reached.has(text.length)) return false;
    for (const at of reached) {
      // Where most texts begin none of them does.
      if (endOf(any, text, at) === null) continue;
      for (const pattern of sticky) {
        const end = endOf(pattern, text, at);
        if (end !== null) reached.add(endOf(gap, text, end)!);
      }
    }
    return reached.has(text.length);
  };
}

const isAssent = covered(...anyOf('agree', 'confirm', 'make', 'send', 'each', 'plain'));
const isSending = covered(...anyOf('send', 'plain'));
const isDropping = covered(...left, ...anyOf('drop', 'wait', 'plain', 'agree'));
const agrees = has(...anyOf('agree'));
const confirms = has(...anyOf('confirm'));
const makes = has(...anyOf('make', 'send'));
const sends = has(...anyOf('send'));
const drops = has(...left, ...anyOf('drop', 'wait'));
const refuses = has(...anyOf('drop'));
const putOff = new RegExp(left.join('|'), 'giu');
const waits = covered(...anyOf('wait', 'plain'));
/** 改吧, 就这么办: has it made without another word. */
const alone =
  /^(?:没事|问过?了)*(?:改|调|换|办|锁|[交提报])[吧了]*$|办|定|提交|[提交报](?:这个|上?去)|发出去|submit|send|request|askfor/u;

/** 对了, 好的谢谢: begins or ends a talk, and has nothing made. */
const isCourtesy = /^[对行好]了$|谢|辛苦|thank/u;

const bareOf = (said: string): string => said.replace(/[\s.!,、~;。！，；～…]+/gu, '');

const isMaking = (said: string): boolean =>
  confirms.test(said) || (makes.test(said) && (agrees.test(said) || alone.test(bareOf(said))));

/** Between clauses, where people often put but a space. */
const between =
  /(?<=[,，。.;；!！])(?!\d)|(?<= )(?=-+ |and (?:then )?(?:show|tell|send) )|(?<=\p{sc=Han}) (?=\p{sc=Han})/u;

/** What a text does to what is open: says yes, says that it shall be made, or drops it. */
export interface Settling {
  readonly as: 'AGREE' | 'CONFIRM' | 'DROP';
  /** What is said beside dropping it. */
  readonly rest: string;
  /** Whether it is only put off: 先别停，李老师有空吗. */
  readonly isHeld?: boolean;
  /** Whether it is agreed to if nothing clashes. */
  readonly isIf?: true;
}

/** 不影响就, if nothing clashes: what a yes is given for. */
const ifFine = new RegExp(
  '^(?:那|要是|如果|只要|既然)*(?:都)?(?:没有?|不|无)(?:人)?(?:影响|冲突|问题|耽误|撞课?|反对|意见)(?:的话[,，\\s]*|[,，\\s]*(?=就|那就))' +
    "|\\bif (?:there(?:['’]s| is| are) )?(?:no (?:clash(?:es)?|conflicts?|problems?|objections?)|" +
    "nothing clashes|nobody minds|(?:that|it|all|everything)(?:['’]s| is) (?:fine|ok(?:ay)?|clear|free))" +
    '[,\\s]*(?:then )?',
  'iu',
);

/** What a text does to what is open; null where it says anything else, or asks. */
export const settlingIn = (text: string): Settling | null =>
  text.length > settlingMax ? null : settlingOf(text, words);

const settlingOf = onceFor((text: string): Settling | null => {
  const whole = text.normalize('NFKC').trim().toLowerCase();
  const said = whole.replace(ifFine, '');
  const isIf = said !== whole && { isIf: true as const };
  // 没问题吧: a doubt.
  if (isAssent(said) && !drops.test(said) && !/没(?:有)?(?:问题|毛病)吧/u.test(said)) {
    // 没冲突就调: with the condition it needs no other yes.
    if (isMaking(said) || (isIf && makes.test(said))) return { as: 'CONFIRM', rest: '', ...isIf };
    return agrees.test(said) && !isCourtesy.test(bareOf(said)) ? { as: 'AGREE', rest: '', ...isIf } : null;
  }
  const clauses = said.split(between);
  // 哦不对 问的是下周二: corrects what was said.
  const isNo = (clause: string): boolean =>
    isDropping(clause) && !(clauses.length > 1 && /^[哦啊噢呃嗯]*不对/u.test(clause));
  const isDropped = (clause: string): boolean => isNo(clause) || later.test(clause);
  if (!clauses.some((clause) => isNo(clause) && drops.test(clause))) return null;
  const rest = clauses
    .filter((clause) => !isDropped(clause))
    .join('')
    .trim();
  const isHeld =
    rest !== '' && !clauses.some((clause) => isDropped(clause) && refuses.test(clause.replace(putOff, '')));
  return rest === '' && waits(said) ? null : { as: 'DROP', rest, ...(isHeld && { isHeld }) };
});

/** Words that lead over to something else, or take back part of what was agreed to. */
const over = /^[\s,，]*(?:对了|另外|还有|顺便|然后|and|also|by the way|btw)?[\s,，:：]*/iu;
/** What is wished beside what was agreed to. */
const further = /[\s,，。.;；!！](?:另外|顺便|还有[,，]|also\b|while you)|\b(?:yes|sure)[\s.!,]+and\b/iu;
const but = /^(?:不过|但是?|只是|可是|除了|but|except|only)[\s,，]*/iu;

/** What a text agrees to first or sends at its end, and what it says beside that. */
export interface Agreeing extends Settling {
  /** Whether it agrees but for what it says beside. */
  readonly isBut: boolean;
}

/** 那就这样办吧。对了，学生看得到吗: a yes with another clause; null where a text is none or nothing else. */
export function agreeingIn(text: string): Agreeing | null {
  const whole = text.normalize('NFKC').trim();
  const plain = whole.replace(ifFine, '');
  const clauses = plain.split(between);
  if (clauses.length < 2 || settlingIn(text)) return null;
  const isYes = (clause: string): boolean => isAssent(clause.toLowerCase()) && !drops.test(clause);
  const first = clauses.findIndex((clause) => !isYes(clause));
  const last = clauses.findLastIndex((clause) => !isSending(clause.toLowerCase()));
  const isSent = sends.test(clauses.slice(last + 1).join(''));
  if (first === 0 && !isSent) return null;
  const said = clauses.slice(0, first).join('').toLowerCase();
  // Yes. And could the make-up be on Monday: what is wished further presupposes what was agreed to.
  const isFurther = agrees.test(said) && further.test(`${said}${clauses[first]}`);
  const rest = clauses
    .slice(first, isSent ? last + 1 : undefined)
    .join('')
    .replace(over, '');
  const isIf = plain !== whole && makes.test(said) && { isIf: true as const };
  return {
    as: isMaking(said) || isFurther || isIf ? 'CONFIRM' : 'AGREE',
    ...isIf,
    isBut: but.test(rest),
    rest: rest.replace(but, '').trim(),
  };
}
