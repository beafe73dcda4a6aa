import { closersOfCircles } from '../../formats/circles.js';
import type { Places } from './itc2019-shape.js';
import { all, child, within, type Element } from './xml.js';

/**
 * Names what refers to nothing, occurs twice, or contradicts itself. Attributes are judged before; where one
 * of them is faulty, nothing here is said of it.
 */
export function judgeReferences(root: Element, places: Places): void {
  const rooms = all(child(root, 'rooms'), 'room');
  const courses = all(child(root, 'courses'), 'course');
  const configurations = courses.flatMap((course) => all(course, 'config'));
  const classes = within(child(root, 'courses'), 'course', 'config', 'subpart', 'class');
  const students = all(child(root, 'students'), 'student');
  const roomIds = idsOf(rooms, places);
  const classIds = idsOf(classes, places);
  const courseIds = idsOf(courses, places);
  idsOf(students, places);
  const slots = Number(root.attributes.get('slotsPerDay'));
  for (const room of rooms) {
    for (const travel of all(room, 'travel')) requireKnown(travel, 'room', roomIds, places);
    requireAlike(all(room, 'travel'), ['room'], 'value', places);
    for (const span of all(room, 'unavailable')) judgeSpan(span, slots, places);
  }
  for (const course of courses) idsOf(all(course, 'config'), places);
  for (const configuration of configurations) {
    idsOf(all(configuration, 'subpart'), places);
    judgeParents(configuration, classIds, places);
  }
  for (const one of classes) {
    const [offered, times] = [all(one, 'room'), all(one, 'time')];
    const needsNone = one.attributes.get('room') === 'false';
    if (times.length === 0) places.fault(one, 'it contains no <time>.');
    if (offered.length === 0 && !needsNone) places.fault(one, 'it has neither room="false" nor a <room>.');
    if (offered.length > 0 && needsNone) places.fault(one, 'it has room="false", and yet a <room>.');
    for (const room of offered) requireKnown(room, 'id', roomIds, places);
    for (const span of times) judgeSpan(span, slots, places);
    requireAlike(offered, ['id'], 'penalty', places);
    requireAlike(times, ['weeks', 'days', 'start', 'length'], 'penalty', places);
  }
  for (const distribution of all(child(root, 'distributions'), 'distribution')) {
    requireAll(distribution, 'class', classIds, places);
    const isRequired = distribution.attributes.get('required') === 'true';
    if (!isRequired && !distribution.attributes.has('penalty'))
      places.fault(distribution, 'it has neither required="true" nor a penalty.');
  }
  for (const student of students) requireAll(student, 'course', courseIds, places);
}

/** All ids of some elements, which must be unique. */
function idsOf(elements: readonly Element[], places: Places): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const element of elements) {
    const id = element.attributes.get('id');
    if (id === undefined) continue;
    if (ids.has(id)) places.fault(element, 'another one before it has the same id.');
    ids.add(id);
  }
  return ids;
}

function requireKnown(element: Element, name: string, known: ReadonlySet<string>, places: Places): void {
  const id = element.attributes.get(name);
  const kind = name === 'id' ? element.name : name;
  if (id !== undefined && !known.has(id))
    places.fault(element, `${name}="${id}" must be the id of a ${kind} of the problem.`);
}

/** Every element of the list names something else that exists. */
function requireAll(list: Element, name: string, known: ReadonlySet<string>, places: Places): void {
  const seen = new Set<string>();
  for (const element of all(list, name)) {
    requireKnown(element, 'id', known, places);
    const id = element.attributes.get('id');
    if (id === undefined) continue;
    if (seen.has(id)) places.fault(element, `<${list.name}> names it a second time.`);
    seen.add(id);
  }
}

/** What is named twice has the same value each time, so that it does not matter which one counts. */
function requireAlike(
  elements: readonly Element[],
  keys: readonly string[],
  name: string,
  places: Places,
): void {
  const values = new Map<string, number>();
  for (const element of elements) {
    const key = keys.map((one) => element.attributes.get(one)).join(' ');
    const value = Number(element.attributes.get(name) ?? 0);
    if (values.has(key) && values.get(key) !== value)
      places.fault(element, `another one before it differs only in ${name}.`);
    values.set(key, value);
  }
}

function judgeSpan(span: Element, slots: number, places: Places): void {
  const [start, length] = [span.attributes.get('start'), span.attributes.get('length')];
  if (Number(start) + Number(length) > slots && Number(start) < slots && Number(length) <= slots)
    places.fault(span, `start="${start}" and length="${length}" end after the last of ${slots} slots.`);
}

/** Whoever attends a class attends its parent, which must be of another subpart of the configuration. */
function judgeParents(configuration: Element, classIds: ReadonlySet<string>, places: Places): void {
  const subparts = all(configuration, 'subpart').map((subpart) => all(subpart, 'class'));
  const subpartOf = new Map(
    subparts.flatMap((classes, subpart) => classes.map((one) => [one.attributes.get('id'), subpart])),
  );
  for (const [subpart, classes] of subparts.entries()) {
    for (const one of classes) {
      const parent = one.attributes.get('parent');
      if (parent === undefined) continue;
      const refuse = (why: string) =>
        places.fault(
          one,
          `parent="${parent}" must be the id of a class of another subpart of its configuration; ${why}.`,
        );
      if (parent === one.attributes.get('id')) refuse('it is the class itself');
      else if (!classIds.has(parent)) refuse('there is no such class');
      else if (!subpartOf.has(parent)) refuse('it is of another configuration');
      else if (subpartOf.get(parent) === subpart) refuse('it is of the same subpart');
    }
  }
  const byId = new Map(subparts.flat().map((one) => [one.attributes.get('id') ?? '', one]));
  const parents = new Map([...byId].map(([id, one]) => [id, one.attributes.get('parent')]));
  for (const id of closersOfCircles(parents))
    places.fault(byId.get(id)!, `parent="${parents.get(id)}" closes a circle of parents.`);
}
