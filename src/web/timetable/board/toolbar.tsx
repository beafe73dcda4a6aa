import { dayName } from '../week/dates.js';
import type { Semester } from '../shell/operations.js';
import type { Named, Revision } from './operations.js';
import { boardTexts } from './texts.js';

/** What the board shows: the rooms of a day, or the week of a class. */
export interface View {
  readonly day: number;
  readonly building?: string;
  readonly administrativeClass?: string;
}

/** Chooses the timetable and what of it is shown; the address keeps it. */
export function Toolbar({
  semester,
  revision,
  revisions,
  view,
  classes,
  buildings,
  show,
}: {
  semester: Semester;
  revision: Revision;
  revisions: readonly Revision[];
  view: View;
  classes: readonly Named[];
  buildings: readonly Named[];
  show: (changes: Record<string, string | undefined>) => void;
}) {
  const isOfClass = view.administrativeClass !== undefined;
  return (
    <>
      <Choice
        label={boardTexts.timetable}
        value={String(revision.revision)}
        options={revisions.map((each) => [
          String(each.revision),
          `${boardTexts.revision(each.revision, each.status === 'DRAFT')} · ${semester.name}`,
        ])}
        choose={(chosen) => show({ revision: chosen })}
      />
      <Choice
        label={boardTexts.view}
        value={isOfClass ? 'class' : 'rooms'}
        options={[
          ['rooms', boardTexts.byRooms],
          ['class', boardTexts.byClass],
        ]}
        choose={(chosen) => show({ class: chosen === 'class' ? '' : undefined })}
      />
      {isOfClass ? (
        <Choice
          label={boardTexts.administrativeClass}
          value={view.administrativeClass!}
          options={optionsOf(classes)}
          choose={(chosen) => show({ class: chosen })}
        />
      ) : (
        <OfRooms {...{ semester, view, buildings, show }} />
      )}
    </>
  );
}

function OfRooms({
  semester,
  view,
  buildings,
  show,
}: Pick<Parameters<typeof Toolbar>[0], 'semester' | 'view' | 'buildings' | 'show'>) {
  return (
    <>
      <Choice
        label={boardTexts.day}
        value={String(view.day)}
        options={daysOf(semester).map((day) => [String(day), dayName(day)])}
        choose={(chosen) => show({ day: chosen })}
      />
      <Choice
        label={boardTexts.building}
        value={view.building ?? ''}
        options={[['', boardTexts.allBuildings], ...optionsOf(buildings)]}
        choose={(chosen) => show({ building: chosen || undefined })}
      />
    </>
  );
}

type Option = readonly [value: string, name: string];

const optionsOf = (named: readonly Named[]): Option[] => named.map(({ id, name }) => [id, name]);

/** The days of a semester's grid. */
export const daysOf = ({ daysPerWeek }: Semester): number[] =>
  Array.from({ length: daysPerWeek }, (_, at) => at + 1);

function Choice({
  label,
  value,
  options,
  choose,
}: {
  label: string;
  value: string;
  options: readonly Option[];
  choose: (value: string) => void;
}) {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => choose(event.target.value)}>
        {options.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
