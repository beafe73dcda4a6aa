import { useState } from 'react';
import { ask, useQuery } from '../shell/client.js';
import { Form, type Values } from '../shell/form.js';
import type { Semester } from '../shell/operations.js';
import { Failure, Loading } from '../shell/states.js';
import { useUnstored } from '../shell/unstored.js';
import { LevelGrid, pens, type Span, type Week } from './level-grid.js';
import { ownPreferences, type Preference, preferencesOf, storePreferences } from './operations.js';
import { levelName, preferenceTexts as texts } from './texts.js';

const REASON_MAX = 255;
/** Periods of a day that may have a preference. */
const PERIODS_MAX = 12;

interface OfTeacher {
  semester: Semester;
  /** Left out: the reader. */
  teacher?: string;
}

/** The times that a teacher prefers in a semester, to be read and changed. */
export function Preferences({ semester, teacher }: OfTeacher) {
  const of = { semester: semester.id };
  const own = useQuery(ownPreferences, teacher ? undefined : of);
  const others = useQuery(preferencesOf, teacher ? { ...of, teacher } : undefined);
  const { data, error, reload } = teacher ? others : own;
  if (error) return <Failure error={error} retry={reload} />;
  if (!data) return <Loading />;
  const { items } = data.preferences;
  return <Editor key={JSON.stringify(items)} {...{ semester, teacher, told: items, changed: reload }} />;
}

function Editor({
  semester,
  teacher,
  told,
  changed,
}: OfTeacher & { told: readonly Preference[]; changed: () => void }) {
  const [week, setWeek] = useState(() => weekOf(semester, told));
  const [pen, setPen] = useState(pens[0]);
  const isChanged = JSON.stringify(week) !== JSON.stringify(weekOf(semester, told));
  useUnstored(() => isChanged);
  const days = daysOf(semester);
  const paint = ({ day, period }: Span, level: number) =>
    setWeek((before) =>
      before.map((levels, d) =>
        (day ? day === d + 1 : days.includes(d + 1))
          ? levels.map((old, p) => ((period ?? p + 1) === p + 1 ? level : old))
          : levels,
      ),
    );
  const store = async ({ reason }: Values) => {
    const teachers = teacher && [teacher];
    await ask(storePreferences, {
      input: { semester: semester.id, week, reason, ...(teachers && { teachers }) },
    });
    changed();
  };
  const reasons = [...new Set(told.flatMap(({ reason }) => reason ?? []))].join('；').slice(0, REASON_MAX);
  return (
    <section className="card stack">
      <p className="quiet">{texts.about}</p>
      <fieldset className="pens">
        <legend>{texts.pens}</legend>
        {pens.map((level) => (
          <label key={level} className="check" data-level={level}>
            <input type="radio" name="pen" checked={level === pen} onChange={() => setPen(level)} />
            {level ? levelName(level) : texts.level0}
          </label>
        ))}
      </fieldset>
      <LevelGrid {...{ week, pen, paint, days }} />
      <Form
        fields={[{ name: 'reason', label: texts.reason, maxLength: REASON_MAX, defaultValue: reasons }]}
        submit={store}
        action={texts.store}
      >
        <p role="status">{isChanged ? texts.unstored : told.length > 0 && texts.stored}</p>
      </Form>
    </section>
  );
}

/** All days of the semester with what was told; days on which nothing is planned are kept, too. */
function weekOf({ daysPerWeek, periodsPerDay }: Semester, told: readonly Preference[]): Week {
  const levels = new Map(told.map(({ dayOfWeek, period, level }) => [`${dayOfWeek} ${period}`, level]));
  return Array.from({ length: daysPerWeek }, (_, day) =>
    Array.from(
      { length: Math.min(periodsPerDay, PERIODS_MAX) },
      (__, at) => levels.get(`${day + 1} ${at + 1}`) ?? 0,
    ),
  );
}

/** The days on which the semester plans, in order. */
const daysOf = ({ schedulingDays, daysPerWeek }: Semester): readonly number[] =>
  schedulingDays.filter((day) => day <= daysPerWeek).sort((a, b) => a - b);
