import { useState } from 'react';
import { ask, useQuery } from '../../../shell/client.js';
import { Failure, Loading, Wrong } from '../../../shell/states.js';
import { useUnstored } from '../../../shell/unstored.js';
import { useAct } from '../../../shell/use-act.js';
import { administrationTexts as texts } from '../../texts.js';
import { CourseForm, type Options } from './course-form.js';
import { applySemesterPlan, type Plan, type PlannedCourse, planOptions, planSemester } from './operations.js';

/** What is taught in the semester: courses with their classes, previewed as teaching classes, then stored. */
export function PlanCard({ semester }: { semester: { id: string; weekCount: number } }) {
  const { data, error, reload } = useQuery(planOptions, {});
  const [courses, setCourses] = useState<readonly PlannedCourse[]>([]);
  const [shown, setShown] = useState<{ plan: Plan; isStored: boolean }>();
  const { act, isBusy, failure } = useAct();
  useUnstored(() => courses.length > 0);
  if (error) return <Failure error={error} retry={reload} />;
  if (!data) return <Loading />;
  const change = (next: readonly PlannedCourse[]) => (setCourses(next), setShown(undefined));
  const input = { semester: semester.id, courses };
  const preview = async () => setShown({ plan: (await ask(planSemester, { input })).plan, isStored: false });
  const apply = async () => {
    const { plan } = await ask(applySemesterPlan, { input });
    setShown({ plan, isStored: true });
    setCourses([]);
  };
  return (
    <details className="card">
      <summary>{texts.plan}</summary>
      <div className="stack">
        <p className="quiet">{texts.aboutPlan}</p>
        <CourseForm
          options={data}
          weekCount={semester.weekCount}
          add={(course) => change([...courses, course])}
        />
        <Chosen courses={courses} options={data} change={change} />
        {courses.length > 0 && (
          <div className="row">
            <button type="button" disabled={isBusy} onClick={() => act(preview)}>
              {texts.preview}
            </button>
            {shown && (
              <button type="button" className="primary" disabled={isBusy} onClick={() => act(apply)}>
                {texts.apply}
              </button>
            )}
          </div>
        )}
        <Wrong text={failure} />
        {shown && <Outcome plan={shown.plan} isStored={shown.isStored} />}
      </div>
    </details>
  );
}

function Chosen({
  courses,
  options,
  change,
}: {
  courses: readonly PlannedCourse[];
  options: Options;
  change: (next: readonly PlannedCourse[]) => void;
}) {
  return (
    <ul className="tasks">
      {courses.map(({ course, administrativeClasses, weekHours, startWeek, endWeek }, at) => {
        const attending = options.classes.filter(({ id }) => administrativeClasses.includes(id));
        return (
          <li key={at} className="row">
            <span dir="auto">{options.courses.find(({ id }) => id === course)?.name}</span>
            <span className="quiet" dir="auto">
              {texts.planned(weekHours, startWeek, endWeek)} ·{' '}
              {attending.map(({ name }) => name).join(' ') || texts.elective}
            </span>
            <button type="button" onClick={() => change(courses.toSpliced(at, 1))}>
              {texts.removeCourse}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function Outcome({ plan: { teachingClasses, warnings }, isStored }: { plan: Plan; isStored: boolean }) {
  return (
    <div role="status" className="stack">
      <strong>{isStored ? texts.stored : texts.planMakes(teachingClasses.length)}</strong>
      {warnings.map(({ message }) => (
        <p key={message} className="wrong" dir="auto">
          {message}
        </p>
      ))}
      <ul className="tasks">
        {teachingClasses.map(({ code, name, studentCount, hours, change }) => (
          <li key={code} className="row">
            <span className="tag">{texts[change]}</span>
            <span dir="auto">{name}</span>
            <span className="quiet">{texts.teachingClass(studentCount, hours)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
