import {
  GraphQLError,
  GraphQLList,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  parse,
  type OperationDefinitionNode,
} from 'graphql';
import { Documents } from '../../src/transport/graphql/documents.js';
import { coerceVariables } from '../../src/transport/graphql/variables.js';

test('a list of half a million invalid values is left as soon as the answer is full of problems', () => {
  let judged = 0;
  const Refusing = new GraphQLScalarType({
    name: 'Refusing',
    parseValue() {
      judged++;
      throw new GraphQLError('It is refused.');
    },
  });
  const args = { all: { type: new GraphQLList(Refusing) } };
  const query = new GraphQLObjectType({ name: 'Query', fields: { any: { type: Refusing, args } } });
  const document = parse('query ($all: [Refusing]) { any(all: $all) }');
  const result = coerceVariables({
    schema: new GraphQLSchema({ query }),
    operation: document.definitions[0] as OperationDefinitionNode,
    variables: { all: Array.from({ length: 500_000 }, () => 1) },
    hideSuggestions: true,
  });
  expect(result).toHaveProperty('error.originalError.details.problems.length', 50);
  expect(judged).toBe(50);
});

test('variables that nobody declared are forgotten, because calls that wait would hold them', () => {
  const args = { of: { type: GraphQLString } };
  const fields = { any: { type: GraphQLString, args } };
  const schema = new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields }) });
  const variables = { of: 'a', other: Array.from({ length: 1_000 }, () => []) };
  const document = parse('query ($of: String) { any(of: $of) }');
  new Documents(schema, true).operationOf(document, { variables });
  expect(variables).toEqual({ of: 'a' });
});
