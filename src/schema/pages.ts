import { ArgsType, Field, Int, ObjectType, UseMiddleware, type ClassType } from 'type-graphql';
import { DomainError } from './errors.js';
import { shown } from './shown.js';

/** Maximum number of records on a page. */
export const pageSizeMax = 200;

/** Maximum length of a keyword: the length of the longest names that are searched. */
export const keywordMax = 64;
/** What a keyword does in every list. */
export const aboutKeyword =
  `Only records that contain the text in a name or code, ignoring case: at most ${keywordMax} ` +
  'characters.';

/** Which page of a list to return, in which order. */
@ArgsType()
export class PageArgs {
  @Field(() => Int, { description: 'Number of the page, from 1.' })
  page: number = 1;

  @Field(() => Int, { description: `Records per page, 1 to ${pageSizeMax}.` })
  size: number = 20;

  @Field(() => String, {
    nullable: true,
    description: aboutKeyword,
  })
  keyword?: string | null;

  @Field(() => Boolean, {
    description: 'true: newest first; false: oldest first. `orderBy` takes precedence.',
  })
  isDesc: boolean = true;
}

export interface Page<T> {
  items: readonly T[];
  total: () => Promise<number>;
  page: number;
  size: number;
}

/** Refuses page numbers and sizes outside their bounds. */
export function checkPage({ page, size }: { page: number; size: number }): void {
  if (!Number.isSafeInteger(page) || page < 1) {
    throw new DomainError('INVALID_PARAMETER', {
      zh: `页码参数错误：${page}，应从 1 开始`,
      en: `page is ${page}, but pages are counted from 1.`,
    });
  }
  if (!Number.isSafeInteger(size) || size < 1) {
    throw new DomainError('INVALID_PARAMETER', {
      zh: `每页显示数量错误：${size}，应为 1 至 ${pageSizeMax}`,
      en: `size is ${size}, but must be 1 to ${pageSizeMax}.`,
    });
  }
  if (size > pageSizeMax) {
    throw new DomainError('INVALID_PARAMETER', {
      zh: `单页查询不允许超过 ${pageSizeMax}（当前 ${size}），请分页查询`,
      en: `size is ${size}, but a page has at most ${pageSizeMax} records. Maybe ask for several pages.`,
    });
  }
  if ((page - 1) * size > 2_147_483_647) {
    throw new DomainError('INVALID_PARAMETER', {
      zh: `页码过大：${page}`,
      en: `page ${page} is past the end of any list.`,
    });
  }
}

/** A field that is expensive, and is computed only when requested. */
export const onDemand =
  (type: () => object, description: string): PropertyDecorator =>
  (prototype, key) => {
    Field(type as () => never, { description })(prototype, key);
    UseMiddleware(({ root }) => (root as Record<string, () => Promise<unknown>>)[String(key)]())(
      prototype,
      String(key),
    );
  };

const pageTypes = new Map<ClassType, ClassType<Page<object>>>();

/** The page type of an entity, `CampusPage` for Campus. */
export function pageOf<T extends object>(entity: ClassType<T>): ClassType<Page<T>> {
  const existing = pageTypes.get(entity);
  if (existing) return existing as ClassType<Page<T>>;

  @ObjectType(`${entity.name}Page`, { description: `A page of the list of ${entity.name}.` })
  class PageOfEntity {
    @shown(() => [entity], 'The records of the page.')
    items: T[];

    @onDemand(() => Int, 'Records in the whole list.')
    total: () => Promise<number>;

    @shown(() => Int, 'Number of the page, from 1.')
    page: number;

    @shown(() => Int, 'Records per page.')
    size: number;
  }
  pageTypes.set(entity, PageOfEntity as never);
  return PageOfEntity;
}
