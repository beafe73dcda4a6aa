/**
 * Words that never change what is wished, of which there are only so many: courtesy, particles, adverbs, and
 * pronouns of those who ask. Negation, condition, exception and number are none of them. `_` is a space.
 */
const chinese =
  '用英语告诉我 用英文告诉我 用中文告诉我 用英语回答 用英文回答 用中文回答 用英语说 用英文说 用中文说 ' +
  '期末 学期末 学期结束 最近的 附近的 旁边的 其中 其中的 首先 千万 彻底 永久 那啥 全天 一整天 整天 再 ' +
  '我想知道 我想问 我想问下 我想问一下 我想了解 我想看 我想看看 我想查 我想查下 想问下 ' +
  '请 麻烦 麻烦你 麻烦您 麻烦帮我 帮我 帮忙 帮我把 请帮我 替我 我想 我要 我想要 我希望 我需要 我打算 我们要 希望 想 想要 要 需要 得 应该 一下 一下子 ' +
  '得不得 好不好 中不中 教学楼值班室 值班室 值班 ' +
  '下 吧 呢 啊 呀 哦 嘛 了 哈 吗 嗎 么 能不能 可不可以 能否 可否 请问 问一下 想问 想问一下 想知道 告诉我 跟我说 谢谢 多谢 谢谢你 谢谢您 谢了 辛苦 辛苦了 拜托 ' +
  '好吗 行吗 可以吗 好不好 行不行 可以不 成吗 可不可以啊 那 那么 就 都 也 还 先 现在 目前 给我 个 间 一个 一间 门 一门 位 节 堂 的话 并 同时 只 来 去 现有 ' +
  '方便 尽量 最好 嗯 喂 哎 亲 您 你 这学期 本学期 这个学期 大概 大约 差不多 怎么办 咋办 怎么处理 一周 还差 差 其他 其它 别的 另外的 那边 全体 教师们 ' +
  // Courtesy and official style.
  '劳驾 烦请 烦 有劳 敬请 恳请 兹 兹申请 特申请 申请 拟 拟将 予以 给予 批准 望批准 望批准为盼 为盼 请批准 妥否 请示 有请 烦劳 劳烦 受累 费心 不好意思 打扰了 打扰一下 ' +
  '打扰 您好啊 帮个忙 ' +
  '帮帮忙 帮下 帮下忙 帮一下 帮我们 给我们 替我们 帮 求 求求 多谢了 感谢 非常感谢 谢啦 谢谢啦 谢谢了 感激不尽 万分感谢 行不 行吧 好吧 可好 如何 怎么样 成不 中不中 操作一下 ' +
  '操作下 处理一下 处理下 弄一下 弄下 落实 落实一下 ' +
  // Particles and exclamations.
  '鸭 叭 捏 呐 惹 滴 喵 嗷 哇 嚯 宝 宝子 宝子们 亲们 亲亲 救命 qaq orz 栓q 绝了 哭了 跪求 在线等 挺急的 急急急 拜谢 谢天谢地 家人们 兄弟 兄弟们 姐妹 ' +
  '呗 啦 喔 噢 哟 嗨 诶 欸 唉 呃 额 哎呀 哎哟 啊呀 天哪 糟了 糟糕 完了 来着 着呢 罢了 而已 咯 喽 噻 哩 嘞 嘿 嘿嘿 哈哈 emmm ' +
  // Adverbs.
  '直接 实在 确实 的确 干脆 统一 索性 顺便 顺带 顺手 尽快 赶紧 赶快 马上 立刻 立即 即刻 及时 尽早 抓紧 快点 快 暂且 还是 仍 仍然 依然 又 才 便 可 可是 其实 实际上' +
  ' 好像 似乎 ' +
  '应当 该 须 务必 一定 必须 ' +
  '比较 比较好 更好 为好 合适 合适些 好一点 好点 好些 更合适 更方便 方便些 之前 以前 先前 原先 原来 原本 本来 原定 原定于 以后 今后 往后 从今往后 从现在起 从现在开始 ' +
  '即日起 所以 因此 故 于是 那里的 稍微 稍 略微 相应 整体 ' +
  '整个 具体 具体来说 详细 大致 基本上 另行 重新 再次 一并 一起来 随便 那就 就是 也就是 即 即可 就行 就好 就可以了 就可以 即可以 好了 行了 得了 算 算是 到底 究竟 的那个 ' +
  '咱们学院 我们学院 咱学院 我院 院里 系里 我系 全院 学院 ' +
  '这边 那头 这里 总共 一共 加起来 ' +
  '打算 准备 计划 考虑 想着 想法 决定 确定 愿意 乐意 觉得 我觉得 我看 我们 咱们 咱 大家 人家 学校 帮我看看 帮我看下 帮我看一下 帮我查下 帮我查一下 帮我查 想查 想看 想看看 ' +
  '想了解 了解 了解一下 ' +
  '看看能不能 看能不能 看看可不可以 能不能够 是否可以 可以的话 行的话 方便的话 有没有办法 有没有可能 有办法 想办法 有可能 试试 试一下 试着 需 需求 ' +
  '那次 那次课 那一次 那节 那节课 那一节 那一节课 那门 那堂 那堂课 那个课 这节 这次 这次课 这堂 这堂课 那两节 这两节 那几节 次 次课 个课 某 这些 那些 之类 之类的 等 ' +
  '还剩 剩 剩下 剩余 着 共 好的 好一些的 合适的 说 说是 协助 请协助 照办 请批示 批示 妥否请批示 这个班 该班 这位 该 两位 三位 问 一下儿 俩 关于 有关 至于 对于 针对 ' +
  '就是说 话说 ' +
  '对了 哦对 对 是这样 情况是这样 ' +
  '麻烦看一下 帮看下 帮看看 栏 一律都';
const english =
  'tell_me_in_english show_me_in_english give_me_in_english answer_in_english in_english_please ' +
  'first the a an please kindly just so well hey ok okay now also still pls plz ' +
  'can_you could_you would_you will_you can_you_please could_you_please i_want_to ' +
  "i_would_like_to i'd_like_to i_need_to i_want i_need i'd_like i_would_like can_i could_i " +
  "may_i can_we could_we let's we_need_to we_want_to would_it_be_possible_to is_it_possible_to " +
  'is_there_a_way_to i_wish_to for_me thanks thank_you cheers help_me help_me_to be able ' +
  'preferably actually some kind_of right yet a_lot very_much so_much ' +
  'need needs needed required then_please if_possible tell_me session take_place ' +
  'taking_place we this_term this_semester about approximately instead right_now there other its ' +
  // Courtesy.
  'please_help please_help_to please_help_me help_to kind_regards best_regards regards many_thanks ' +
  'much_appreciated ' +
  'in_advance sorry excuse_me pardon dear sir madam team folks guys everyone_please ' +
  'thank_you_very_much ta thx tks ' +
  'if_you_can if_you_could if_you_do_not_mind if_it_is_possible if_at_all_possible if_that_works ' +
  'if_that_is_ok ' +
  "if_that's_ok if_that_is_possible if_you_don't_mind if_you_please when_you_can when_you_have_time " +
  'asap ' +
  'as_soon_as_possible urgently immediately quickly straight_away at_once will_you_please ' +
  'would_you_please ' +
  'would_you_kindly could_you_kindly i_want_you_to i_need_you_to we_want we_need we_would_like ' +
  'we_would_like_to ' +
  "we'd_like we'd_like_to let_us i_have_to i_must we_must we_have_to i_am_going_to i_plan_to " +
  'we_plan_to we_are_going_to ' +
  'do_you_know do_you_happen_to_know any_idea i_wonder could_you_tell_me can_you_tell_me ' +
  'please_tell_me let_me_know ' +
  'i_want_to_know i_would_like_to_know what_about how_about ' +
  // Exclamations.
  'oops ouch oh ah um uh hmm er erm gosh damn dear_me my_bad whoops argh hiya yo look_here listen ' +
  // Adverbs.
  'maybe perhaps possibly simply really quite rather somehow anyway currently presently originally ' +
  'formerly previously ' +
  'already permanently for_good once_and_for_all ideally generally usually normally again once_more ' +
  'from_now_on from_now henceforth ' +
  'going_forward ' +
  'i_beg_you i_beg_of_you alright recently lately from_here_on in_future in_the_future exactly ' +
  'precisely basically definitely certainly surely ' +
  'of_course else then_also ' +
  'too as_well likewise even any_more anymore any_longer no_longer_needed overall in_general ' +
  'all_right these_days ' +
  'up over along around together_with out_there or_not or_no or_so own whole_thing one ' +
  'whole_term whole_semester ' +
  'our_college all_colleges ' +
  'accordingly hence therefore thus specially specifically ' +
  'altogether completely entirely fully on_earth the_hell for_the_day left throughout existing ' +
  'current new_slot would shall am been being get got gets going ' +
  'you your he she they their theirs our ours us whose which_is that_is who_is_also';

/** All of them, split by spaces. */
export const fillers: string = `${chinese} ${english}`;
