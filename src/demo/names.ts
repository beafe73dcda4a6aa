import type { Random } from './random.js';

/** The name of a fictitious person. */
interface PersonName {
  readonly name: string;
  /** In Latin letters, family name first. */
  readonly englishName: string;
}

/** Characters with their pronunciation; frequent ones are listed several times. */
const syllables = (list: string): [string, string][] =>
  list
    .trim()
    .split(/\s+/)
    .map((entry) => [entry.replace(/[a-z]+/, ''), entry.replace(/[^a-z]+/, '')]);

const familyNames = syllables(`
  王wang 王wang 王wang 李li 李li 李li 张zhang 张zhang 张zhang 刘liu 刘liu 陈chen 陈chen 杨yang 杨yang 赵zhao
  黄huang 黄huang 周zhou 周zhou 吴wu 徐xu 孙sun 胡hu 朱zhu 高gao 林lin 何he 郭guo 马ma 罗luo 梁liang 宋song
  郑zheng 谢xie 韩han 唐tang 冯feng 于yu 董dong 萧xiao 程cheng 曹cao 袁yuan 邓deng 许xu 傅fu 沈shen 曾zeng
  彭peng 吕lv 苏su 卢lu 蒋jiang 蔡cai 贾jia 丁ding 魏wei 薛xue 叶ye 阎yan 余yu 潘pan 杜du 戴dai 夏xia 钟zhong
  汪wang 田tian 任ren 姜jiang 范fan 方fang 石shi 姚yao 谭tan 廖liao 邹zou 熊xiong 金jin 陆lu 郝hao 孔kong
  白bai 崔cui 康kang 毛mao 邱qiu 秦qin 江jiang 史shi 顾gu 侯hou 邵shao 孟meng 龙long 万wan 段duan 钱qian
  汤tang 尹yin 黎li 易yi 常chang 武wu 乔qiao 贺he 赖lai 龚gong 文wen 欧阳ouyang 上官shangguan`);

const maleNames = syllables(`
  伟wei 强qiang 磊lei 军jun 勇yong 杰jie 涛tao 明ming 超chao 刚gang 平ping 辉hui 鹏peng 华hua 飞fei 鑫xin 波bo
  斌bin 宇yu 浩hao 凯kai 健jian 俊jun 帆fan 帅shuai 旭xu 宁ning 龙long 林lin 阳yang 建jian 志zhi 文wen 成cheng
  子zi 天tian 博bo 睿rui 泽ze 轩xuan 航hang 晨chen 昊hao 然ran 哲zhe 翔xiang 峰feng 铭ming 瑞rui 嘉jia 思si
  远yuan 安an 国guo 海hai 永yong 新xin 东dong 家jia 立li 世shi 清qing 振zhen 兴xing`);

const femaleNames = syllables(`
  芳fang 娜na 敏min 静jing 丽li 艳yan 娟juan 霞xia 秀xiu 燕yan 玲ling 丹dan 萍ping 红hong 玉yu 梅mei 琳lin 雪xue
  颖ying 慧hui 莉li 婷ting 倩qian 洁jie 璐lu 佳jia 欣xin 怡yi 悦yue 诗shi 雨yu 梦meng 涵han 萱xuan 琪qi 瑶yao
  妍yan 晴qing 月yue 珊shan 宁ning 文wen 思si 晓xiao 春chun 兰lan 云yun 君jun 薇wei 蕾lei 莹ying 菲fei 彤tong
  雅ya 心xin 语yu 若ruo 清qing 子zi 嘉jia`);

const capitalised = (word: string): string => word[0].toUpperCase() + word.slice(1);

/** Generates unique names. */
export class NameBook {
  readonly #used = new Set<string>();

  constructor(readonly random: Random) {}

  person(isMale: boolean): PersonName {
    for (;;) {
      const person = this.#draw(isMale ? maleNames : femaleNames);
      if (this.#used.has(person.name)) continue;
      this.#used.add(person.name);
      return person;
    }
  }

  #draw(givenNames: readonly [string, string][]): PersonName {
    const [family, familySound] = this.random.pick(familyNames);
    const length = this.random.chance(0.8) ? 2 : 1;
    const given = this.random.shuffled(givenNames).slice(0, length);
    return {
      name: family + given.map(([character]) => character).join(''),
      englishName: `${capitalised(familySound)} ${capitalised(given.map(([, sound]) => sound).join(''))}`,
    };
  }
}
