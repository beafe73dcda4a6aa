/** How something is said freely, and the plain words for it; `$1` is what stands there unchanged. */
export interface Phrasing {
  readonly said: string;
  readonly plain: string;
  /** Only where nothing is asked: 'can it go to' is no order after 'where'. */
  readonly isOrder?: true;
}

export const any = (said: string, plain: string): Phrasing => ({ said, plain });
/** An order, and no part of a question. */
export const order = (said: string, plain: string): Phrasing => ({ said, plain, isOrder: true });

/** Up to the end of a part of the sentence, as little as possible. */
export const some = '([^,;.!?]{1,80}?)';
/** Whoever wishes something. */
export const they = '(?:i|we|you)';
/** Where a part of a Chinese sentence ends, behind particles. */
export const end = '(?=[吧呢啊呀哈嘛啦了吗]*(?:$|[,;.!?]))';
/** The days of the week, as English shortens them too. */
export const englishDays = '(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*';
