import { useState } from 'react';
import { OfSemester } from '../shell/of-semester.js';
import type { Semester } from '../shell/operations.js';
import { Link, usePath } from '../shell/router.js';
import { useIsPlanner } from '../shell/user.js';
import { ChangedDates } from './changed-dates.js';
import { ClassDates } from './class-dates.js';
import { Requests } from './requests/requests.js';
import { dateTexts as texts } from './texts.js';

/** Where one date of a meeting is changed, asked for, and decided on. */
export default function DatesPage() {
  return <OfSemester Shown={Dates} />;
}

function Dates({ semester }: { semester: Semester }) {
  const { query } = usePath();
  const isPlanner = useIsPlanner();
  const [accepted, setAccepted] = useState(0);
  const teachingClass = query.get('class');
  if (teachingClass) return <ClassDates key={teachingClass} {...{ semester, teachingClass, isPlanner }} />;
  return (
    <div className="narrow">
      <h1>{texts.title}</h1>
      <p className="quiet">
        {isPlanner ? texts.howPlanner : texts.how} <Link to="/week">{texts.toWeek}</Link>
      </p>
      <Requests isPlanner={isPlanner} accepted={() => setAccepted((before) => before + 1)} />
      {isPlanner && <ChangedDates key={accepted} semester={semester.id} />}
    </div>
  );
}
