import { byLetters } from './translations.js';

/** Characters of given names by how they are written in Latin letters: for names said in English. */
const characters: Readonly<Record<string, string>> = byLetters(
  'ai:爱艾 an:安 ang:昂 ao:奥傲 ba:巴 bai:白百 bao:宝保 bei:蓓贝北 bin:斌彬宾滨 bing:冰兵炳 bo:波博勃 cai:才彩财 can:灿 ' +
    'chang:昌长畅 chao:超朝 chen:晨辰陈琛尘 cheng:成诚程城承 chong:冲崇 chuan:川传 chun:春纯 cong:聪 cui:翠 da:达大 dan:丹 ' +
    'dong:东冬栋 duo:多 en:恩 fan:凡帆繁 fang:芳方放 fei:飞菲非霏 fen:芬 feng:峰锋凤风丰枫 fu:福富夫 gang:刚钢 guang:光广 ' +
    'gui:贵桂 guo:国果 hai:海 han:涵晗汉寒 hang:航杭 hao:浩昊豪好皓 he:和鹤贺荷 heng:恒 hong:红洪宏鸿虹 hua:华花 huan:欢焕 ' +
    'hui:慧辉惠会晖 ji:吉继纪 jia:佳家嘉 jian:建健剑 jiang:江 jiao:娇 jie:杰洁捷婕 jin:金锦晋瑾 jing:静晶京敬婧靖景菁 ju:菊 juan:娟 ' +
    'jun:军俊君钧 kai:凯开 kang:康 ke:可科 kun:坤昆 lan:兰岚 le:乐 lei:磊雷蕾 li:丽莉力立利李黎理 lian:莲连 liang:亮良梁 ' +
    'lin:林琳霖 ling:玲灵凌 long:龙隆 lu:璐露路鹿 lun:伦 mei:梅美 meng:梦萌猛 miao:苗淼 min:敏民旻 ming:明铭鸣 na:娜 nan:楠南男 ' +
    'ni:妮 ning:宁 peng:鹏朋 pin:品 ping:平萍 qi:琪琦奇启齐 qian:倩谦茜 qiang:强 qin:琴勤 qing:青清庆晴 qiu:秋 quan:泉全权 ' +
    'ran:然 rong:荣蓉容 ru:如茹 rui:瑞睿锐蕊 shan:珊山 sheng:生胜盛 shi:诗世石 shu:书淑树 shuai:帅 shuang:爽双霜 si:思 ' +
    'song:松 tao:涛桃 teng:腾 tian:天田甜 ting:婷庭 tong:彤桐 wei:伟薇威维微玮炜卫为巍蔚 wen:文雯闻温 xi:希西曦熙 xia:霞夏 ' +
    'xian:娴贤 xiang:翔祥香 xiao:晓小霄筱萧 xin:新欣鑫心昕馨 xing:星兴 xiong:雄 xiu:秀修 xu:旭 xuan:轩萱璇 xue:雪学 xun:勋 ' +
    'ya:雅亚 yan:艳燕妍岩彦颜 yang:洋阳杨扬 yao:瑶耀 ye:烨叶 yi:怡一毅依义艺忆宜逸仪 yin:银音 ying:英颖莹影 yong:勇永 you:友佑 ' +
    'yu:宇玉雨瑜煜钰语羽余 yuan:源媛元远圆 yue:月悦越 yun:云芸 ze:泽 zhan:展 zhen:珍振真镇 zheng:正政 zhi:志智芝 zhong:忠中 ' +
    'zhou:舟 zhu:珠竹 zi:子紫梓',
);

/** Whether a Chinese given name may be written so. */
export function isWritten(given: string, letters: string): boolean {
  if (given === '') return letters === '';
  return Object.entries(characters).some(
    ([syllable, all]) =>
      all.includes(given[0]) &&
      letters.startsWith(syllable) &&
      isWritten(given.slice(1), letters.slice(syllable.length)),
  );
}
