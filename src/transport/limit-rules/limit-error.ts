import { GraphQLError, type ASTNode } from 'graphql';
import { DomainError } from '../../schema/errors.js';
import type { Text } from '../../schema/texts.js';

const names = {
  characters: { zh: '查询长度', en: 'characters of the document' },
  tokens: { zh: '查询词数', en: 'tokens of the document' },
  nesting: { zh: '括号嵌套层数', en: 'levels of brackets' },
  depth: { zh: '查询深度', en: 'levels of fields' },
  aliases: { zh: '别名数量', en: 'aliases' },
  rootFields: { zh: '根字段数量', en: 'root fields of an operation' },
  directives: { zh: '指令数量', en: 'directives' },
  fields: { zh: '展开后的字段数量', en: 'fields after fragments are put in' },
  fragmentCycle: { zh: '片段循环引用', en: 'fragments in a circle' },
  comparisons: { zh: '同名字段的比较次数', en: 'comparisons of fields of the same name' },
  values: { zh: '变量中值的数量', en: 'values in the variables' },
  cost: { zh: '预计读取量', en: 'records that the operation is expected to read' },
  batch: { zh: '每次请求的操作数量', en: 'operations of a request' },
  operations: { zh: '同一连接上同时进行的操作数量', en: 'operations at the same time on one connection' },
  operationsOfUser: {
    zh: '同一用户所有连接上同时进行的操作数量',
    en: 'operations at the same time on all connections of one user',
  },
} satisfies Record<string, Text>;

/**
 * The error for a request that exceeds a limit: GRAPHQL_LIMIT with the name of the limit, its maximum and the
 * actual number.
 */
export function limitFailure(
  limit: keyof typeof names,
  max: number,
  found: number | null = null,
): DomainError {
  const { zh, en } = names[limit];
  const text = {
    zh: `查询超出限制：${zh}最多 ${max}${found === null ? '' : `，当前 ${found}`}，请减少查询内容或分几次请求`,
    en:
      `The query is over a limit: at most ` +
      `${max} ${en}${found === null ? '' : `, found ${found}`}. Maybe ask for less, or in several requests.`,
  };
  return new DomainError('GRAPHQL_LIMIT', text, { limit, max, ...(found !== null && { found }) });
}

/** The same as an error of graphql-js, with its location in the document. */
export function limitError(
  limit: keyof typeof names,
  max: number,
  found: number | null,
  nodes?: readonly ASTNode[],
): GraphQLError {
  const originalError = limitFailure(limit, max, found);
  return new GraphQLError(originalError.text.en, { nodes: nodes?.slice(0, 1), originalError });
}
