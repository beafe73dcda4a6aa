import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isSpecifiedScalarType,
  type GraphQLInterfaceType,
} from 'graphql';
import { projectRoot } from '../../src/database/project-root.js';
import { operationSentences } from '../../src/app/operation-sentences.js';
import { buildProductSchema, nounOf } from '../../src/app/schema.js';

/** The schema is the documentation that clients read: what it says of itself, and in whose words. */
interface Named {
  readonly name: string;
  readonly path: string;
  readonly description?: string | null;
}

const named: Named[] = [];
const schema = buildProductSchema();
const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
for (const type of Object.values(schema.getTypeMap())) {
  if (type.name.startsWith('__') || isSpecifiedScalarType(type)) continue;
  if (!roots.includes(type as never))
    named.push({ name: type.name, path: type.name, description: type.description });
  const add = (inner: { name: string; description?: string | null }, within: string): string => {
    const place = `${within}.${inner.name}`;
    named.push({ name: inner.name, path: place, description: inner.description });
    return place;
  };
  if (isEnumType(type)) for (const value of type.getValues()) add(value, type.name);
  if (isInputObjectType(type)) for (const field of Object.values(type.getFields())) add(field, type.name);
  if (isObjectType(type)) {
    for (const field of Object.values(type.getFields())) {
      const place = add(field, type.name);
      for (const argument of field.args) add(argument, place);
    }
  }
}

test('every type, field, argument and value says in a sentence what it means', () => {
  expect(named.length).toBeGreaterThan(1_000);
  const silent = named.filter(({ description }) => !/^\S.{2,}[.。]$/s.test(description?.trim() ?? ''));
  expect(silent.map(({ path: place }) => place)).toEqual([]);
});

/** Every key and parameter of the wire. */
const wireNames = new Set<string>();
const collect = (node: unknown): void => {
  if (Array.isArray(node)) return node.forEach(collect);
  if (node === null || typeof node !== 'object') return;
  const { properties, parameters } = node as { properties?: object; parameters?: { name?: string }[] };
  if (properties && !('type' in properties && typeof properties.type === 'string'))
    Object.keys(properties).forEach((name) => wireNames.add(name));
  if (Array.isArray(parameters)) parameters.forEach(({ name }) => name && wireNames.add(name));
  Object.values(node).forEach(collect);
};
collect(JSON.parse(readFileSync(path.join(projectRoot, 'contract/openapi.json'), 'utf8')));

/**
 * Words that the wire and the schema both use, because they are ordinary ones of the glossary for what both
 * mean. A new name that the wire knows too has to be entered here, and then somebody looks at it.
 */
const ordinary = new Set(
  `adjustments after area assignments before building campus capacity category classroom code conflicts
    constraints count course department description email ethnic file floor form founder id isDesc isEnabled
    keyword keywords major message name nature number options order owner page password period phone
    priority progress property reason record records remark remarks role row semester size status
    strategy student tag teacher title token total type user value week year`.split(/\s+/),
);

test('no name of the schema is one of the old wire, but for ordinary words', () => {
  expect(wireNames.size).toBeGreaterThan(300);
  const old = named.filter(({ name }) => wireNames.has(name) && !ordinary.has(name));
  expect(old.map(({ path: place }) => place)).toEqual([]);
});

test('every ordinary word is one that both use, so that the list stays short', () => {
  const own = new Set(named.map(({ name }) => name));
  expect([...ordinary].filter((word) => !own.has(word) || !wireNames.has(word))).toEqual([]);
});

test('no name of the schema has a word that only the old wire knows', () => {
  const strange = /uuid|clazz|dto$|lite|desc$|sex$|^is_|_(?=[a-z])/i;
  // The direction of a page is `isDesc` on the wire and here.
  const known = new Set(['isDesc', 'DESC']);
  const found = named.filter(({ name }) => !known.has(name) && strange.test(name));
  expect(found.map(({ path: place }) => place).filter((place) => !/^\w+\.[A-Z0-9_]+$/.test(place))).toEqual(
    [],
  );
});

/** Fields of answers that hold a text which somebody said, wrote or may choose, and none that is shown. */
const said = new Set(['AssistantEvent.text', 'AssistantOption.text', 'ChangePlan.words']);

test('text that is shown is called message; older names of it are deprecated', () => {
  const wrong = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && !type.name.startsWith('__')
      ? Object.values(type.getFields())
          .filter(({ name }) => /^(text|texts|sentence|sentences|words|explanation)$/.test(name))
          .filter(({ deprecationReason }) => !deprecationReason)
          .map(({ name }) => `${type.name}.${name}`)
      : [],
  );
  expect(wrong.sort()).toEqual([...said].sort());
});

test('what is deprecated says what to use in its place, which there is', () => {
  const places = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) ? Object.values(type.getFields()).flatMap((field) => [field, ...field.args]) : [],
  );
  const deprecated = places.filter(({ deprecationReason }) => deprecationReason);
  expect(deprecated.length).toBeGreaterThan(0);
  const names = new Set(places.map(({ name }) => name));
  for (const { deprecationReason } of deprecated) {
    const [replacement] = /(?<=`|: use )\w+/.exec(deprecationReason!)!;
    expect(names).toContain(replacement);
  }
});

test('a record is named by an identifier, not by an identifier or a name', () => {
  const loose = Object.values(schema.getQueryType()!.getFields()).flatMap((field) =>
    field.args
      .filter(({ description }) => /\bid or\b/.test(description ?? ''))
      .filter(({ deprecationReason }) => !deprecationReason)
      .map(({ name }) => `${field.name}.${name}`),
  );
  expect(loose).toEqual([]);
});

test('every operation says in both languages what it does, and stands beside those of its noun', () => {
  for (const root of roots) {
    const fields = Object.values(root!.getFields());
    const silent = fields.filter(({ description }) => !/[\u4e00-\u9fff][^.]*。$/.test(description ?? ''));
    expect(silent.map(({ name }) => name)).toEqual([]);
    const nouns = fields.map(({ name }) => nounOf(name));
    expect(nouns).toEqual(nouns.toSorted());
  }
  const mutations = Object.keys(schema.getMutationType()!.getFields());
  const campus = mutations.indexOf('createCampus');
  expect(mutations.slice(campus, campus + 4)).toEqual([
    'createCampus',
    'deleteCampus',
    'updateCampus',
    'importCampuses',
  ]);
  expect(
    Object.keys(operationSentences).filter((name) => !roots.some((root) => root!.getFields()[name])),
  ).toEqual([]);
});

test('what an operation reads by its identifier is a node, and every node has such an operation', () => {
  const fields = schema.getQueryType()!.getFields();
  const readOf = (name: string): string => name[0].toLowerCase() + name.slice(1);
  const byIdentifier = Object.values(fields).flatMap(({ name, type, args }) => {
    const { name: told } = getNamedType(type);
    return told !== 'Node' && args.length === 1 && args[0].name === 'id' && readOf(told) === name
      ? [told]
      : [];
  });
  const nodes = schema.getPossibleTypes(schema.getType('Node') as GraphQLInterfaceType);
  const names = nodes.map(({ name }) => name);
  // A report of a task is no record of its own.
  expect(byIdentifier.filter((name) => !names.includes(name))).toEqual(['SchedulingReport']);
  expect(names.filter((name) => !fields[readOf(name)])).toEqual([]);
});

test('every list with numbered pages has a connection, but for one that repeats another list', () => {
  const fields = schema.getQueryType()!.getFields();
  const numbered = Object.values(fields).filter(({ args }) => args.some(({ name }) => name === 'page'));
  expect(numbered.length).toBeGreaterThan(20);
  const without = numbered.filter(({ name }) => !fields[`${name}Connection`]);
  expect(without.map(({ name }) => name)).toEqual(['myTeacherPreferences']);
});
