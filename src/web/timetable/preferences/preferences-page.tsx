import { OfSemester } from '../shell/of-semester.js';
import type { Semester } from '../shell/operations.js';
import { SemesterPicker } from '../shell/semester-picker.js';
import { shellTexts } from '../shell/texts.js';
import { Preferences } from './preferences.js';

/** Where teachers tell the times at which they prefer to teach. */
export default function PreferencesPage() {
  return <OfSemester Shown={Own} />;
}

function Own({ semester }: { semester: Semester }) {
  return (
    <div className="preferences">
      <PreferencesHeading semester={semester} />
      <Preferences key={semester.id} semester={semester} />
    </div>
  );
}

/** What the page is about, and of which semester. */
export function PreferencesHeading({ semester }: { semester: Semester }) {
  return (
    <header className="row">
      <h1>
        {shellTexts.preferences} · <bdi>{semester.name}</bdi>
      </h1>
      <SemesterPicker semester={semester.id} />
    </header>
  );
}
