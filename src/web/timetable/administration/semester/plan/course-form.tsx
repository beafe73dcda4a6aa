import { useState } from 'react';
import { Wrong } from '../../../shell/states.js';
import { administrationTexts as texts } from '../../texts.js';
import type { PlannedCourse } from './operations.js';

/** What can be chosen. */
export interface Options {
  readonly courses: readonly { readonly id: string; readonly name: string }[];
  readonly classes: readonly { readonly id: string; readonly name: string }[];
}

/** A course of the plan, with the classes that have to attend it, or with the students who may choose it. */
export function CourseForm({
  options: { courses, classes },
  weekCount,
  add,
}: {
  options: Options;
  weekCount: number;
  add: (course: PlannedCourse) => void;
}) {
  const [wrong, setWrong] = useState<string>();
  const numbers = [
    { name: 'weekHours', label: texts.weekHours, min: 1, initial: 4 },
    { name: 'startWeek', label: texts.startWeek, min: 1, max: weekCount, initial: 1 },
    { name: 'endWeek', label: texts.endWeek, min: 1, max: weekCount, initial: weekCount },
    { name: 'studentCount', label: texts.studentCount, min: 0, initial: 0 },
  ];
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        const course = courseIn(new FormData(event.currentTarget));
        setWrong(course.studentCount === 0 ? texts.needsStudents : undefined);
        if (course.studentCount !== 0) add(course);
      }}
    >
      <label>
        {texts.course}
        <select name="course" required>
          {courses.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {numbers.map(({ name, label, initial, ...bounds }) => (
        <label key={name}>
          {label}
          <input name={name} type="number" {...bounds} defaultValue={initial} required />
        </label>
      ))}
      <label className="whole">
        {texts.classesOfCourse}
        <select name="administrativeClasses" multiple size={6}>
          {classes.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Wrong text={wrong} />
      <button type="submit">{texts.addCourse}</button>
    </form>
  );
}

function courseIn(form: FormData): PlannedCourse {
  const number = (name: string) => Number(form.get(name));
  const administrativeClasses = form.getAll('administrativeClasses').map(String);
  return {
    course: String(form.get('course')),
    kind: 'MIXED',
    startWeek: number('startWeek'),
    endWeek: number('endWeek'),
    weekHours: number('weekHours'),
    administrativeClasses,
    ...(administrativeClasses.length === 0 && { studentCount: number('studentCount') }),
  };
}
