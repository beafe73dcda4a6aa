import type { Candidate } from '../board/changing/operations.js';
import type { Named } from '../board/operations.js';
import { useQuery } from '../shell/client.js';
import { periodsText } from '../week/dates.js';
import type { DateProps } from './date-editor.js';
import { isOtherTime, type Wish } from './model.js';
import { colleagues, plannedOn, roomsOn, substitutes, teachersOn } from './operations.js';
import { dateTexts as texts } from './texts.js';

interface Fields extends DateProps {
  wish: Wish;
  change: (wish: Wish) => void;
}

/** When, where and by whom a meeting is held on its date; rooms and teachers come the best first. */
export function PlaceFields(props: Fields) {
  const { semester, standing, wish, change } = props;
  const { periods } = standing.meeting;
  const { planned, rooms, teachers } = useCandidates(props);
  return (
    <div className="fields">
      <label>
        {texts.date}
        <input
          type="date"
          required
          min={semester.startDate}
          max={semester.endDate}
          value={wish.date}
          onChange={({ target }) => change({ ...wish, date: target.value })}
        />
      </label>
      <label>
        {texts.period}
        <select
          value={wish.period}
          onChange={({ target }) => change({ ...wish, period: Number(target.value) })}
        >
          {Array.from({ length: semester.periodsPerDay - periods + 1 }, (_, at) => (
            <option key={at} value={at + 1}>
              {periodsText(at + 1, at + periods)}
            </option>
          ))}
        </select>
      </label>
      <Choice
        label={texts.room}
        planned={standing.classroom}
        chosen={wish.room}
        candidates={rooms}
        choose={(room) => change({ ...wish, room })}
      />
      <Choice
        label={texts.teacher}
        planned={standing.teacher}
        chosen={wish.teacher}
        candidates={teachers}
        choose={(teacher) => change({ ...wish, teacher })}
      />
      {planned === null && (
        <p role="status" className="wrong">
          {texts.noClasses}
        </p>
      )}
    </div>
  );
}

/** A candidate, of whom it may be unknown whether anything speaks against it. */
type Offered = { readonly thing: Thing | null } & Partial<Candidate>;
type Thing = Named & { readonly building?: { readonly name: string } };

/** Who and what could be taken at the wanted time; teachers are told of colleagues by name alone. */
function useCandidates({ semester, revision, standing, occurrence, isPlanner, wish }: Fields) {
  const asked = { timetable: revision.id, meeting: standing.meeting.id };
  const planned = useQuery(plannedOn, wish.date ? { semester: semester.id, date: wish.date } : undefined).data
    ?.semester.plannedOn;
  const moment = planned && {
    ...{ ...asked, dayOfWeek: planned.dayOfWeek, periodStart: wish.period, weeks: [planned.week] },
  };
  const isElsewhen = isOtherTime(standing, occurrence, wish) || Boolean(occurrence.change);
  const rooms = useQuery(roomsOn, moment || undefined).data?.candidates;
  const others = useQuery(teachersOn, isPlanner && isElsewhen && moment ? moment : undefined);
  const instead = useQuery(
    substitutes,
    isPlanner && !isElsewhen ? { ...asked, date: occurrence.date } : undefined,
  );
  const named = useQuery(colleagues, isPlanner ? undefined : {});
  const teachers: readonly Offered[] | undefined = isPlanner
    ? (isElsewhen ? others : instead).data?.candidates
    : named.data?.teachers.map((thing) => ({ thing }));
  return { planned, rooms, teachers };
}

function Choice({
  label,
  planned,
  chosen,
  candidates = [],
  choose,
}: {
  label: string;
  planned: Named;
  chosen: string;
  candidates?: readonly Offered[];
  choose: (id: string) => void;
}) {
  const offered = candidates.filter(({ thing }) => thing && thing.id !== planned.id);
  const named = [planned, ...offered.map(({ thing }) => thing!)];
  const isKnown = !chosen || offered.some(({ thing }) => thing?.id === chosen);
  return (
    <label>
      {label}
      <select value={chosen} onChange={({ target }) => choose(target.value)}>
        <option value="">{texts.asPlanned(planned.name)}</option>
        {!isKnown && <option value={chosen}>…</option>}
        {offered.map(({ thing, isFree }) => {
          const name = nameAmong(thing!, named);
          return (
            <option key={thing!.id} value={thing!.id}>
              {isFree === undefined ? name : texts.candidate(name, isFree)}
            </option>
          );
        })}
      </select>
    </label>
  );
}

/** A name, with the building where another of these has the same. */
const nameAmong = ({ name, building }: Thing, all: readonly Thing[]): string =>
  building && all.filter((each) => each.name === name).length > 1 ? `${building.name} ${name}` : name;
