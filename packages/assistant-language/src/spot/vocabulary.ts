import { standsAlone } from './characters.js';
import { fillers } from './fillers.js';

/** The words of the grammar by what they do in a sentence; `_` stands for a space within a word. */
const words = {
  filler: fillers,
  /** Why something is wished: alone in front of a wish it is no part of it. */
  reason:
    '排不开 排不下 走不开 开会 要开会 有会 有事 有点事 有急事 生病了 病了 出差 要出差 请假 请假了 要请假 太早 太早了 太晚 太晚了 太挤 太挤了 太远 太远了 太满 太满了 太累 ' +
    '太累了 不方便 来不了 赶不过来 没空 没时间 没有时间 is_ill is_sick off_sick is_away 人太多 人多 人数多 学生多 太多 坐不下 装不下 坐不开 不够坐 不够大 ' +
    '不够用 太小 太小了 太大 太大了 太热 太热了 太冷 太冷了 太吵 太吵了 上机 要上机 不开了 上不了 上不了了 去不了 来不了了 到不了 赶不到 赶不上 协商 商量 商量好 沟通 说好 讲好 撞了 ' +
    '下雨 下大雨 下雪 下大雪 大雨 暴雨 大雪 台风 ' +
    '例会 不来 不来了 退休 退休了 要退了 休产假 产假 休假 休息 辞职 离职 调走了 怀孕了 发烧 发烧了 感冒 感冒了 看病 体检 回老家 家远 孩子小 磨课 教研 备课 听课 要来听课 ' +
    '确认过 确认过了 同意 同意了 都同意 答应 答应了 没意见 知道了 说过了 约好了 批了 打来电话 来电 老有人迟到 看不清 听不清 家长问 学生问 wrong wrong_one ' +
    'new_here parents_asking 手滑 点错 点错了 看错 看错了 弄错 弄错了 被占 被占了 占了 检修 施工 改造 住院 开班会 班会 讲座 答辩 面试 排练 活动 讨论 ' +
    '开家长会 家长会 开教研会 教研会 坏了 坏 停水 断电 断网 没电 没电了 没暖气 停电 漏水 维修 装修 在装修 培训 考试 比赛 外出 is_broken is_closed ' +
    "can't_make 先不排了 不排了 too_small too_hot too_cold too_noisy too_crowded is_too_small is_too_hot " +
    'is_full is_too_early is_too_late is_busy is_too_far',
  /** With which a reason begins. */
  because:
    '因为 因 由于 鉴于 考虑到 毕竟 既然 我怕 就怕 because since due_to because_of owing_to given considering',
  /** What is wished only under a condition is asked. */
  condition: '如果 要是 假如 若 若是 倘若 万一 除非 只要 只有 if unless provided in_case only_if as_long_as',
  /** Takes back what was said just before it. */
  correction:
    '不对 哦不 啊不 噢不 不不 不不不 说错了 我说错了 更正 更正一下 口误 写错了 打错了 no_wait wait_no wait scratch_that i_mean i_meant ' +
    'correction make_that oh_no sorry_no no_sorry',
  /** On one date, and not in every week. */
  once:
    '仅此一次 一次性 临时 暂时 临时性 just_this_once just_that_once that_once just_once only_once once ' +
    'that_one_lesson that_one_class temporarily for_once one_time as_a_one-off as_an_exception',
  /** Whoever was named before. */
  him: '他 她 他们 她们 他俩 她俩 他们俩 他的 她的 他那节 她那节 他那门 him her his',
  /** More or less of something whose measure is not said. */
  bigger:
    '换个大的 大的 小的 小点的 大点 更大的 大一点的 大点的 小一点 小点 小一点的 bigger larger smaller with_more_seats a_bigger a_larger ' +
    'a_smaller roomier more_spacious 宽敞点 宽敞一点 更宽敞',
  greet:
    "that's_all 没别的了 你好 您好 早上好 下午好 晚上好 再见 拜拜 在吗 hello hi good_morning good_evening bye goodbye",
  self: '我 我的 本人 我自己 i my mine me am_i myself',
  ourClass: '我们班 我班 咱们班 咱班 本班 our_class my_class',
  of: "的 's of",
  and: '和 与 跟 同 及 以及 、 and with w & 还有',
  or: '或 或者 or',
  ba: '把 将',
  give: '给 为 替 for',
  let: '让 由 叫 派 改由 交由 交给 指派 委派 安排给 分给 派给 指定 let should make set assign give',
  replace: 'replace 替换',
  at: '在 于 用 的时候 on in at during within the_room',
  from: '从 from instead_of rather_than',
  to: '到 至 成 往 to onto into until till',
  by: 'by',
  lesson:
    '合班 合班的 合班课 理论课 实验课 上机课 课 课程 这门课 那门课 节课 堂课 门课 上课 的课程 一次课 一节课 class classes lesson lessons lecture ' +
    'lectures course courses meeting meetings sessions 教学班 班 班级 班的 同学 学生 students student group',
  roomNoun: '教室 房间 课室 room rooms classroom classrooms venue 地点 上课地点',
  teacherNoun:
    '老师 教师 任课老师 任课教师 授课老师 授课教师 teacher teachers instructor lecturer professor prof prof. dr dr. mr mr. ' +
    'ms ms. miss mrs mrs. 教授',
  timeNoun:
    '时间 时段 时间段 上课时间 节次 time times slot slots spot spots period periods timeslot timeslots',
  timetable: '使用情况 占用情况 课表 课程表 日程 timetable timetables',
  schedule: 'schedule schedules',
  whatLessons:
    '教什么 教哪些课 是什么课 有什么课 有哪些课 有啥课 啥课 上什么课 上哪些课 上啥课 什么课 哪些课 有课 有没有课 有几节课 有课没 what_do_i_have do_i_have ' +
    'what_have_i what_classes what_lessons which_classes which_lessons anything anything_on 上啥 有啥 教啥 ' +
    '多少节课 几节课 上多少节课 上几节课 多少课 how_many_lessons how_many_classes how_many_hours how_many_periods ' +
    'which_courses what_is_on what_am_i_teaching what_does what_do_i_teach do_i_teach what_do ' +
    "what_classes_do what_is what's what's_on",
  conflict: '有没有冲突 冲突 撞课 撞 clash clashes conflict conflicts clashing conflicting collisions',
  noConflict: '不冲突 没有冲突 no_clashes no_conflicts',
  moveTo: 'start_at →',
  move:
    '早点上 早一点上 早些上 晚点上 晚一点上 晚些上 早点开始 晚点开始 能早点吗 能晚点吗 能早一点吗 能晚一点吗 能不能早点 能不能晚点 ' +
    '动一下 bump nudge slide rearrange defer pull 调 调整 换 移 移动 挪 挪一挪 改 改动 安排 放 排 调课 换课 调动 变更 更改 推迟 提前 延后 改期 ' +
    '排课 调一下 换一下 挪一下 改一下 move reschedule shift relocate change put transfer postpone delay place switch ' +
    'moved rescheduled changed put_back push bring',
  changeRoom:
    '换教室 换个房间 换地方 换个地方 改教室 ' +
    'another_room a_different_room different_room another_classroom a_different_classroom ' +
    'a_new_room new_room',
  anotherTime:
    '换一天 改一天 换个日期 ' +
    '调个时间 another_day a_different_day 换个时间 换时间 改个时间 改时间 换个时段 调走 挪走 挪开 错开 another_time a_different_time ' +
    'other_time another_slot 别的时间 别的时候 其他时候 其他时间 别的日子 其他日子 ' +
    'some_other_day some_other_time some_other_slot',
  changeTeacher:
    'stand-in a_stand-in substitute_teacher a_substitute_teacher ' +
    '换老师 换个老师 换个人 换人 换个人上 another_teacher a_different_teacher',
  swap:
    '对掉 对掉一下 flip 交换 对调 互换 调换 对换 互调 换位 对调一下 互换一下 换一换 换换 ' +
    'swop swap exchange swap_places trade swapped interchange',
  lock: '锁定 锁住 锁上 锁 固定 固定住 钉住 冻结 别动 锁死 钉死 定死 lock pin freeze lock_up',
  unlock:
    '解锁 解除锁定 取消锁定 取消固定 解冻 解开 松开 开锁 放开 解了 锁打开 unlock unpin unfreeze unfix release',
  takeOut: '取出 拿走 撤下 撤掉 拿掉 拿下 移出 移除 取下 撤出 拿出来 撤下来 移走 去掉 unschedule take_it_out',
  take: 'take',
  remove: '删除 删掉 删了 删 remove delete erase drop',
  fromTimetable:
    '从课表 从课表里 从课表上 课表里 from_the_timetable out_of_the_timetable off_the_timetable from_the_schedule ' +
    'off_the_schedule from_my_timetable',
  arrangement: '的安排',
  cancel: '取消 停 停掉 不上 不上了 不上课 取消掉 cancel scrap cancelled call',
  suspend: '停课 停一次 停一次课 停上 停课一次 call_off skip 不用上',
  makeUp:
    'make_it_up make_them_up ' +
    '补课 补 补上 补一次 补一次课 补一节 补回来 make_up make-up makeup make_up_class a_make-up_lesson ' +
    'be_made_up made_up should_be_made_up',
  makeUpTo: '补到 补在',
  undo: '撤了 撤 撤一下 撤回来 撤销 撤消 撤回 回退 反悔 undo revert roll_back take_that_back rollback 撤销掉 退回上一步 不算 作废 不要了',
  redo: '重做 恢复 还原 redo 重新执行',
  lastChange:
    '刚才 刚刚 上一步 上一个 上次 操作 修改 刚才的操作 刚才的修改 刚才的调整 上一次 上一步操作 last_change last_step last_one it_again ' +
    'the_change',
  /** Asks what was changed last. */
  whatChanged:
    '改了什么 有什么改动 改了啥 改了哪些 改动记录 what_changed what_has_changed latest_changes recent_changes change_log ' +
    'who_changed_what',
  help:
    '帮助 怎么用 如何使用 怎么使用 你能做什么 你能干嘛 功能 使用说明 使用帮助 你是谁 who_are_you what_are_you help what_can_you_do ' +
    'what_can_i_ask how_do_i_use_this usage',
  why: '为什么 为何 为啥 怎么 why 凭什么 how_come why_is_it why_does',
  cannot:
    "不能 不可以 没法 无法 不能够 不让 不行 不可 can't cant cannot can_not couldn't could_not impossible not_possible " +
    "not_allowed not_be can_it_not may_not isn't_it_possible is_it_not_possible unable 排不了 调不了 换不了 挪不了 改不了 " +
    '排不进 不能排 不能用 不能使用 用不了 没法用',
  can: '能 可以 能够 会 can could may possible might be_able_to allowed',
  not:
    '不想上 不愿上 不愿意上 不想要 不能要 别给 别放 别放在 不放 不放在 别上 别在 不能在 不想在 别弄到 别搞到 别安到 不考虑 不 不要 别 不想 不用 勿 避开 避免 不希望 no ' +
    "shouldn't_be shouldn't should_not_be should_not mustn't_be mustn't must_not_be must_not not avoid " +
    "without except don't do_not never nothing no_more 除了 除 neither nor not_on not_in but_not " +
    'rather_not 不安排 不排 不要排 不要安排 别排 别安排 不要排在 别排在 不要安排在 别安排在 不要放在 尽量不要 最好不要 最好别 avoiding',
  who:
    '何人 有没有人 哪些人 谁 哪位老师 哪个老师 哪些老师 有没有老师 有哪些老师 哪位 哪几位老师 有谁 有老师 who which_teacher which_teachers ' +
    'any_teacher anyone anybody which_professor who_else who_is',
  which:
    '几处 哪 哪个 哪些 多少 几门 几节 几次 哪间 哪几间 哪几个 什么 哪里有 哪儿有 有没有 有无 有没 有哪些 有什么 which what any are_there is_there ' +
    'some_of how_many',
  when:
    '几号 几月几号 ' +
    '周几 星期几 礼拜几 第几节 哪节 哪几节 哪一节 什么时候 啥时候 何时 什么时间 啥时间 哪天 哪个时间 哪些时间 哪个时段 哪些时段 哪几天 几点 哪一天 when what_time ' +
    'what_times which_day which_days which_slots at_what_time what_day what_days',
  whichWeek:
    '第几周 几周 哪周 哪一周 哪几周 第几个星期 第几教学周 which_week which_weeks what_week which_teaching_week',
  /** Of meetings: without a place. */
  unplaced:
    '没着落 没排上 没排上的 没排 没排的 还没排 没排进去 未排 未安排 没安排上 漏排的 待排 待排的 unplaced unscheduled not_scheduled not_placed ' +
    'without_a_slot without_a_time',
  where:
    '在哪间教室 在哪个教室 几号楼 哪栋楼 哪个楼 which_building what_building 哪里 哪儿 在哪 在哪儿 在哪里 何处 什么地方 where 哪间教室 哪个教室 什么教室 ' +
    'which_room what_room in_which_room',
  free:
    '忙不忙 有空 空闲 空 空着 没课 没有课 空着的 没人 没有人 空余 空出来 闲 闲置 可用 没人用 没有人用 可以用 能用 自习 上自习 能自习 能不能用 有人用 有没有人用 有人在用 空的 ' +
    '有时间 没有安排 空不空 满课 满不满 满了 有没有空 有空没 有没有时间 得空 free spare going_spare available vacant empty unoccupied ' +
    'unused open not_in_use availability not_busy have_no_lessons',
  find:
    '统计 统计一下 统计下 找 借 借到 借用 借个 查 查找 查询 查看 看 看看 看一下 显示 列出 列一下 检查 检查一下 查查 核对一下 发 发我 发给我 发一下 发我一份 瞧瞧 瞅瞅 查一下 ' +
    '查下 找个 找一个 找一间 找间 推荐 推荐一个 给我看 给我看看 展示 打开 打印 调出 show show_me find find_me list search look_for ' +
    'give_me see check look_up suggest recommend give_us look_at view looking_for',
  both: '同时有 共同 一起 both all_of_them together common',
  /** The time that something has already, or a time that several share. */
  sameTime:
    'keep_the_time 同一时间 同一个时间 同一时段 相同时间 时间不变 同一节次 at_the_same_time same_time same_period same_periods',
  have: '有 是 have has do does is are was will must',
  teach:
    '上 教 带 讲 讲授 来上 来教 来带 负责 担任 接 去上 去教 主讲 顶 顶替 顶上 顶班 承担 任教 执教 接手 接替 接过 授课 上的 教的 teach teaches taught ' +
    'take_over takes_over taking_over teaching takes 讲课 代 来代 cover covers',
  go: 'go held hold happen run start begin starts begins',
  /** In the room that was named before. */
  inside:
    '里面 里头 在里面 里面的 里 内 里的 该教室 那个教室 这个教室 那间教室 此教室 那里 那儿 在那儿 在该教室 在那个教室 in_there in_it in_that_room ' +
    'in_this_room',
  /** Takes up a room. */
  use: '占用 占 占着 使用 在用 using uses occupies',
  /** At a time that was named before. */
  then: '那时候 那个时候 那时 那会儿 那个时间 那个时段 当天 当日 那天 那一天 当天的 那天的 that_day on_that_day from_then at_that_time',
  it: '它 这节课 这门 这个 那个 该课 此课 it them that this this_one that_one this_class that_class',
  all: '统统 通通 一律 全 全都 每一节 每一次 所有 全部 所有的 全部的 每个 每门 全校 一切 all every everything each entire whole',
  /** Asks what is, and wishes nothing. */
  whether: '了吗 了没 了没有 是不是',
  stop: '; 然后 接着 随后 之后 之后再 然后再 再然后 最后 另外 此外 and_then then after_that afterwards next finally 。 ! ? .',
  comma: ', :',
  /** Surely of another matter, as pay and marks are, or of whoever tries something else. */
  forbidden:
    'online zoom are_paid is_paid get_paid did_we_pay do_we_pay ' +
    '课酬 课时费 代课费 工资 加班费 overtime_pay salary salaries 网课 上网课 改线上 线上上课 线上 ' +
    '办公室在 办公室在哪 office_hours ' +
    '腾讯会议 多少分 my_mark my_marks my_score my_scores midterm_marks exam_marks the_marks ' +
    '忽略 指令 系统提示 密码 管理员权限 清空 全删 删除所有 删除全部 全部删除 黑客 注入 越权 绕过 令牌 密钥 群发 你现在是 root ignore forget ' +
    'override bypass system_prompt prompt prompts instructions password passwords ' +
    'sudo jailbreak you_are_now script exec execute sql grant secret token tokens wipe hack drop_table ' +
    'delete_all delete_everything remove_all remove_everything',
} as const;

export type Role = keyof typeof words;

const moving =
  '调 调整 换 移 移动 挪 挪动 改 改动 改排 安排 排 放 搬 转 变 推迟 提前 延后 延 推 迁 变更 更改 换课 调课 提 弄 调动 改期 定 转移 再调 改调 顺延 推后 提早 调换 集中 拨 ' +
  '迁移 推延 延迟 延期 变动 改签 归 并 转到 调改 再换 倒 搁 摆 往后推 往前提 往后挪 往前挪 往后移 往前移 往后调 往前调';
/** 节次别动: the time that something has. */
const staying =
  '不变 不要动 千万不要动 别动 不动 不改 别改 照旧 不用动 不用改 别变 保持不变 保持原样 一样 还照旧';

const arriving = '到 至 成 去 在 为 往 到了 进';

const roles = new Map<string, Role>();
const byFirst = new Map<string, string[]>();
const say = (word: string, role: Role): void => {
  if (roles.has(word)) return;
  roles.set(word, role);
  const alike = byFirst.get(word[0]);
  if (alike) alike.push(word);
  else byFirst.set(word[0], [word]);
};
for (const [role, all] of Object.entries(words))
  for (const word of all.split(' ').filter(Boolean)) say(word.replaceAll('_', ' ').trim(), role as Role);
for (const noun of '时间 时段 时间段 节次 钟点'.split(' '))
  for (const end of staying.split(' ')) say(noun + end, 'sameTime');
for (const verb of moving.split(' ')) for (const end of arriving.split(' ')) say(verb + end, 'moveTo');
for (const alike of byFirst.values()) alike.sort((a, b) => b.length - a.length);

/** Chinese words. */
export const hanWords: readonly string[] = [...roles.keys()].filter((word) =>
  /^[\u4e00-\u9fff]+$/.test(word),
);

const parts = new Set([...roles.keys()].flatMap((word) => word.split(' ')));
/** English words, also those that only stand beside others. */
export const latinWords: readonly string[] = [...parts].filter((word) => /^[a-z]{2,}$/.test(word));

/** Whether a word is one of the vocabulary, or a part of one. */
export const isVocabulary = (word: string): boolean => parts.has(word);

/** The longest word that stands at a position of a folded text. */
export function wordAt(text: string, at: number): { readonly length: number; readonly role: Role } | null {
  for (const word of byFirst.get(text[at]) ?? []) {
    if (!text.startsWith(word, at)) continue;
    // 会计 can nothing.
    if (word === '会' && text[at + 1] === '计') continue;
    if (word[0] !== "'" && !standsAlone(text, at, at + word.length)) continue;
    return { length: word.length, role: roles.get(word)! };
  }
  return null;
}
