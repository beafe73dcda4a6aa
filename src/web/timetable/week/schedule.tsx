import { useQuery } from '../shell/client.js';
import { useMedia } from '../shell/use-media.js';
import { Agenda } from './agenda.js';
import type { Block } from './blocks.js';
import type { Day } from './day-heading.js';
import { Grid } from './grid.js';
import { campusTimes, type PeriodTime, type Semester } from './operations.js';
import type { OwnerKind } from './owners.js';
import { weekTexts } from './texts.js';

/** More blocks beside each other on one day are a list rather than a grid. */
const CROWD_MAX = 3;
/** The grid has at least so many periods, and more where something stands in them. */
const PERIODS_MIN = 8;

/** Days with what stands on them, as a grid where there is room, else as a list. */
export function Schedule({
  days,
  semester,
  crowd,
  of,
  open,
}: {
  days: readonly Day[];
  semester: Semester;
  crowd: number;
  of: OwnerKind;
  open: (block: Block) => void;
}) {
  const isNarrow = useMedia('screen and (max-width: 640px)');
  const blocks = days.flatMap((day) => day.blocks);
  const times = useTimes(semester, days, [...new Set(blocks.map(({ campus }) => campus.id))]);
  if (isNarrow || crowd > CROWD_MAX) {
    const shown = days.filter((day) => day.blocks.length > 0 || day.kind || day.isToday);
    return <Agenda days={shown} of={of} open={open} />;
  }
  const last = Math.max(PERIODS_MIN, ...blocks.map(({ periodEnd }) => periodEnd));
  return (
    <>
      <Grid days={days} times={times} periods={Math.min(last, semester.periodsPerDay)} of={of} open={open} />
      {isElsewhen(blocks, times) && <p className="quiet week-times">{weekTexts.otherTimes}</p>}
    </>
  );
}

/** Whether something begins at another time than the one at the left says. */
const isElsewhen = (blocks: readonly Block[], times: readonly PeriodTime[]): boolean =>
  blocks.some(
    ({ held, periodStart }) =>
      held?.start && held.start !== times.find(({ period }) => period === periodStart)?.start,
  );

/** The times of the periods on the campus where everything stands, else on the semester's own. */
function useTimes(semester: Semester, days: readonly Day[], campuses: readonly string[]) {
  const date = days[0]?.date;
  const [campus] = campuses;
  const isElsewhere = campuses.length === 1 && campus !== semester.campus?.id && date !== undefined;
  const { data } = useQuery(campusTimes, isElsewhere ? { semester: semester.id, campus, date } : undefined);
  return (isElsewhere && data?.semester.periodTimes) || semester.periodTimes;
}
