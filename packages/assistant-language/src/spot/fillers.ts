/**
 * Words that never change what is wished, of which there are only so many: courtesy, particles, adverbs, and
 * pronouns of those who ask. Negation, condition, exception and number are none of them. `_` is a space.
 */
const chinese =
  '数下 数一下 数数 用英语回答 用英文回答 用中文回答 期末 学期末 学期结束 最近的 附近的 旁边的 其中 千万 彻底 永久 那啥 全天 一整天 ' +
  '整天 再 我想知道 我想问 我想问一下 我想看 想问下 请 麻烦 麻烦你 麻烦您 麻烦帮我 帮我 帮忙 帮我把 请帮我 ' +
  '替我 我想 我要 我希望 我们要 希望 想 想要 要 需要 得 应该 一下 得不得 下 吧 呢 啊 呀 哦 嘛 了 哈 吗 么 能不能 可不可以 能否 可否 请问 问一下 想问 想知道 告诉我 跟我说 ' +
  '谢谢 多谢 谢谢你 谢了 辛苦 辛苦了 拜托 好吗 行吗 可以吗 行不行 可以不 成吗 那 那么 就 都 也 还 先 目前 给我 个 间 一个 一间 门 一门 位 节 堂 的话 并 同时 只 来 去 ' +
  '方便 尽量 最好 嗯 喂 哎 亲 您 你 这学期 本学期 这个学期 大概 大约 差不多 怎么办 咋办 怎么处理 一周 还差 差 其他 其它 别的 那边 全体 ' +
  // Courtesy and official style.
  '劳驾 烦请 烦 有劳 恳请 申请 拟 予以 批准 望批准为盼 烦劳 劳烦 不好意思 打扰了 打扰一下 打扰 帮我们 给我们 帮 求 求求 感谢 非常感谢 谢啦 万分感谢 行不 行吧 好吧 如何 怎么样 ' +
  '操作一下 处理一下 弄下 落实 ' +
  // Particles and exclamations.
  '鸭 呐 滴 宝子 救命 qaq 跪求 急急急 谢天谢地 兄弟 呗 啦 噢 诶 唉 呃 额 哎呀 天哪 糟了 完了 来着 着呢 而已 咯 喽 嘞 哈哈 ' +
  // Adverbs.
  '直接 实在 确实 的确 干脆 统一 顺便 顺手 尽快 赶紧 赶快 马上 立刻 立即 及时 尽早 快点 快 还是 仍 仍然 依然 又 才 便 可 其实 实际上 好像 似乎 该 须 务必 一定 必须 比较 ' +
  '比较好 更好 合适 好点 好些 之前 以前 原先 原来 原本 本来 原定 以后 今后 往后 从今往后 从现在起 所以 因此 故 于是 那里的 稍 整体 整个 具体 基本上 另行 重新 再次 一并 随便 ' +
  '那就 就是 也就是 即可 就行 就好 就可以 好了 行了 得了 算 到底 究竟 的那个 咱们学院 我们学院 我院 院里 系里 我系 全院 学院 这边 那头 这里 总共 一共 加起来 打算 准备 计划 ' +
  '考虑 想法 决定 确定 愿意 乐意 觉得 我觉得 我看 我们 咱们 咱 大家 人家 学校 帮我看看 帮我看下 帮我看一下 帮我查下 帮我查一下 帮我查 想看 想看看 了解 看看能不能 看能不能 ' +
  '可以的话 试试 试一下 那次 那次课 那一次 那节 那节课 那一节 那门 那堂 那堂课 那个课 这节 这次 那两节 这两节 那几节 次 次课 个课 某 这些 那些 等 还剩 剩 剩下 着 共 好的 说 ' +
  '说是 请协助 照办 这个班 该班 这位 两位 三位 问 俩 关于 有关 至于 对于 针对 就是说 话说 对了 哦对 对 是这样 麻烦看一下 帮看下 帮看看 栏';
const english =
  'first the a an forget_it forget_about_it please kindly just so well hey ok okay also still pls plz ' +
  'can_you could_you would_you ' +
  "could_you_please i_want_to i_would_like_to i'd_like_to i_need_to i_want i_need i'd_like can_i " +
  "could_i may_i can_we could_we let's we_want_to would_it_be_possible_to is_it_possible_to " +
  'is_there_a_way_to for_me thanks thank_you cheers help_me be able preferably actually some kind_of ' +
  'right yet a_lot very_much so_much need needs needed required then_please if_possible tell_me session ' +
  'take_place we this_term this_semester about approximately instead right_now there other its ' +
  // Courtesy.
  'please_help_to many_thanks sorry pardon dear team guys thx if_you_can if_you_could if_there_is_one ' +
  'if_at_all_possible asap urgently immediately quickly at_once would_you_please could_you_kindly ' +
  "we_want we_need we'd_like we'd_like_to let_us i_have_to i_must we_have_to could_you_tell_me " +
  'can_you_tell_me please_tell_me i_would_like_to_know what_about how_about ' +
  // Exclamations.
  'oops oh ah um uh hmm listen ' +
  // Adverbs.
  'maybe perhaps possibly simply really quite rather somehow anyway currently formerly previously ' +
  'already permanently for_good ideally generally usually normally again once_more from_now_on from_now ' +
  'henceforth alright recently lately from_here_on exactly basically definitely of_course else too ' +
  'as_well even any_more anymore any_longer overall in_general all_right these_days up over along ' +
  'around together_with or_not or_no or_so own whole_thing one whole_term whole_semester our_college ' +
  'all_colleges accordingly hence therefore thus specially specifically altogether completely on_earth ' +
  'for_the_day left current would shall am been being get got gets going you your he she they their ' +
  'theirs our ours us whose which_is that_is tell_me_in_english answer_in_english in_english_please';

/** All of them, split by spaces. */
export const fillers: string = `${chinese} ${english}`;
