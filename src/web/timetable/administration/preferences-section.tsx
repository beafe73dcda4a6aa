import { useState } from 'react';
import { copyPreferences, teachersCalled } from '../preferences/operations.js';
import { Preferences } from '../preferences/preferences.js';
import { PreferencesHeading } from '../preferences/preferences-page.js';
import { preferenceTexts as texts } from '../preferences/texts.js';
import { ask, useQuery } from '../shell/client.js';
import { Combobox, useSettled } from '../shell/combobox.js';
import { Form } from '../shell/form.js';
import { OfSemester } from '../shell/of-semester.js';
import type { Semester } from '../shell/operations.js';

/** So many teachers are offered; whoever looks for another types more of the name. */
const OFFERED = 20;

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The times that teachers prefer, one by one, and those of the semester before for all who told none. */
export function PreferencesSection() {
  return <OfSemester Shown={OfTeachers} />;
}

function OfTeachers({ semester }: { semester: Semester }) {
  const [teacher, choose] = useState<Named>();
  return (
    <>
      <PreferencesHeading semester={semester} />
      <TeacherSearch choose={choose} />
      {teacher && (
        <>
          <h2 dir="auto">{teacher.name}</h2>
          <Preferences key={`${teacher.id} ${semester.id}`} semester={semester} teacher={teacher.id} />
        </>
      )}
      <CopyCard key={semester.id} to={semester.id} />
    </>
  );
}

function TeacherSearch({ choose }: { choose: (teacher: Named) => void }) {
  const [typed, setTyped] = useState('');
  const keyword = useSettled(typed.trim());
  const { data } = useQuery(teachersCalled, keyword ? { keyword } : undefined);
  return (
    <Combobox
      aria-label={texts.teacher}
      placeholder={texts.chooseTeacher}
      typed={typed}
      type={setTyped}
      choices={keyword && typed ? data?.teachers.slice(0, OFFERED) : undefined}
      choose={(teacher) => (setTyped(''), choose(teacher))}
      leave={() => setTyped('')}
      draw={({ name }) => <bdi>{name}</bdi>}
    />
  );
}

function CopyCard({ to }: { to: string }) {
  const [told, tell] = useState<{ text: string; isDone: boolean }>();
  const copy = async (isDryRun: boolean) => {
    const { teacherCount, storedCount, leftOutCount } = (await ask(copyPreferences, { to, isDryRun })).copied;
    const text =
      texts.copyCount(teacherCount, storedCount) + (leftOutCount > 0 ? texts.leftOut(leftOutCount) : '');
    tell({ text: isDryRun ? text : `${texts.copied} · ${text}`, isDone: !isDryRun || teacherCount === 0 });
  };
  const isNext = told && !told.isDone;
  return (
    <section className="card stack">
      <h2>{texts.copy}</h2>
      <p className="quiet">{texts.aboutCopy}</p>
      {told && (
        <p role="status" className={told.isDone ? 'good' : undefined}>
          {told.text}
        </p>
      )}
      <Form fields={[]} submit={() => copy(!isNext)} action={isNext ? texts.copyNow : texts.preview} />
    </section>
  );
}
