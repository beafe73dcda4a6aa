import { hasAny } from '../frames/whom.js';
import { isChange } from '../frames/acts.js';
import type { Intent } from '../intents.js';
import { settlingIn } from '../settling.js';
import { onceOnly } from './once.js';

/** Asks wherein two weeks differ. */
const differing = /[哪什]\S{0,3}(?:不一样|不同|区别|差别)|\bdiffer/i;

/** And the one after that: is told with the next. */
const further =
  /^(?:and |what about )?(?:the (?:next )?one )?after(?: that(?: one)?)?\??$|^那?(?:再下一?[节次个]|再之后)呢?[?？]?$/i;

/** So the next one is when, 下一次什么时候: of the lessons that were asked about. */
const nextOfThose = new RegExp(
  "^(?:(?:so|and|ok),? )?(?:when(?: is|['’]?s) )?(?:the|(?<whose>his|her|their)) next " +
    '(?:one|lesson|class)(?: is)?(?: when)?\\??$' +
    '|^那?(?:么)?(?<his>[他她]们?的?)?下一?[次节]课?(?:呢|[是在]?(?:什么时[候间]|几号|哪天|啥时候?))[?？]?$',
  'i',
);

/** 第几节都行, any time is fine: limits nothing further. */
const whichever = new RegExp(
  '^(?:时间|教室|随便|第?[哪几]|什么时[候间])[天节个间些点位]?(?:老师|教室|时间)?(?:我|都|也|就)*都?(?:行|可以|好|没问题|无所谓)[的吧啊]*[。.!！]?$' +
    '|^(?:any ?(?:time|day|period|room|slot|of (?:them|those))?|whichever|whenever)' +
    "(?: (?:is|are|will|'s|would be|works?|do|fine|ok|okay|good|suits|me|for|with))*[.!]?$",
  'i',
);

/** 就这么办: what was only asked about shall be done; 就这一次, and the next: what is said of it, or comes then. */
export function agreedTo(last: Intent, sentence: string): Intent | null {
  if (last.type === 'compareWeeks' && differing.test(sentence)) return last;
  if (last.type === 'singleDate' && onceOnly.test(sentence)) return last;
  if (isChange(last.type) && whichever.test(sentence)) return last;
  if (last.type === 'showNext' && further.test(sentence)) return last;
  if ('isWhatIf' in last && last.isWhatIf && /^(?:AGREE|CONFIRM)$/.test(settlingIn(sentence)?.as ?? ''))
    return { ...last, isWhatIf: undefined };
  const next = nextOfThose.exec(sentence);
  if (last.type !== 'showTimetable' || !hasAny(last.of) || !next) return null;
  // Who teaches us maths, and then his next one: of the courses, where several have some.
  if ((next.groups?.whose ?? next.groups?.his) && !last.of.courses?.[1]) return null;
  const { days } = last.within ?? {};
  return { type: 'showNext', of: { ...last.of, ...(days && { at: { days } }) } };
}
