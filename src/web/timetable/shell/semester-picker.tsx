import { useQuery } from './client.js';
import { semesters } from './operations.js';
import { navigate, usePath, withParameters } from './router.js';
import { shellTexts } from './texts.js';

/** Chooses the semester that a page is about, where there are several; the address keeps it. */
export function SemesterPicker({ semester }: { semester: string }) {
  const path = usePath();
  const { data } = useQuery(semesters, {});
  if (!data || data.semesters.length < 2) return null;
  return (
    <select
      aria-label={shellTexts.semester}
      value={semester}
      onChange={({ target }) => navigate(withParameters(path, { semester: target.value, date: undefined }))}
    >
      {data.semesters.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
