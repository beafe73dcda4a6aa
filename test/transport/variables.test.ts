import {
  GraphQLError,
  GraphQLList,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  parse,
  type OperationDefinitionNode,
} from 'graphql';
import { coerceVariables } from '../../src/transport/variables.js';

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
