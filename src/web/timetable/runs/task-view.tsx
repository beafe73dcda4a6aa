import { useEffect, useState } from 'react';
import { boardTexts } from '../board/texts.js';
import { Check } from '../shell/check.js';
import { ask, follow } from '../shell/client.js';
import { Failure, Loading, Wrong } from '../shell/states.js';
import { taskTexts } from '../shell/texts.js';
import { useAct } from '../shell/use-act.js';
import { Curve, type Point } from './curve.js';
import { Figures, type Shown } from './figures.js';
import { cancel, storeResult, type Task, taskLive } from './operations.js';
import { Result } from './result.js';
import { runTexts } from './texts.js';

/** A run while it searches, and what has come of it. */
export function TaskView({ id, semester, ended }: { id: string; semester: string; ended: () => void }) {
  const { task, points, error, followAgain } = useTask(id, ended);
  const { act, failure } = useAct();
  if (error) return <Failure error={error} />;
  if (!task) return <Loading />;
  const isLive = task.status === 'QUEUED' || task.status === 'RUNNING';
  return (
    <section className="stack" aria-label={taskTexts[task.status]} data-testid="run">
      <div className="card stack">
        <header className="row">
          <h2>{taskTexts[task.status]}</h2>
          {isLive && (
            <button type="button" onClick={() => act(() => ask(cancel, { id }))}>
              {runTexts.cancel}
            </button>
          )}
        </header>
        <Wrong text={failure} />
        {isLive && <progress max={1} value={task.progress} aria-label={runTexts.progress} />}
        {!isLive && <p className="quiet">{runTexts.atItsEnd}</p>}
        <Figures figures={figuresOf(task, isLive)} />
        {isPartial(task) && <p className="quiet">{runTexts.ofScope}</p>}
        {points.length > 1 && <Curve points={points} />}
        {[task.outlook, task.failure, task.takeover, ...task.warnings].map(
          (sentence) =>
            sentence && (
              <p key={sentence} className={sentence === task.failure ? 'wrong' : 'quiet'} dir="auto">
                {sentence}
              </p>
            ),
        )}
      </div>
      {task.causes.length > 0 && <Causes causes={task.causes} />}
      {task.isResultKept && <KeptResult id={id} stored={followAgain} />}
      {task.timetable && <Result timetable={task.timetable} semester={semester} />}
      {task.penalties && <Scores penalties={task.penalties} />}
    </section>
  );
}

/** A result that could not be stored when the run ended, as it says itself; it can be when that is mended. */
function KeptResult({ id, stored }: { id: string; stored: () => void }) {
  const { act, isBusy, failure } = useAct();
  const [endsDates, setEndsDates] = useState(false);
  return (
    <section className="card row" data-testid="kept-result">
      <Check label={boardTexts.acceptEnds} isOn={endsDates} turn={setEndsDates} />
      <button
        type="button"
        className="primary"
        disabled={isBusy}
        onClick={() => act(() => ask(storeResult, { id, endsDates }).then(stored))}
      >
        {runTexts.store}
      </button>
      <Wrong text={failure} />
    </section>
  );
}

/** Follows a run; keeps how it stood at every report. */
function useTask(id: string, ended: () => void) {
  const [state, setState] = useState<{ task?: Task; points: readonly Point[]; error?: Error }>({
    points: [],
  });
  const [round, setRound] = useState(0);
  useEffect(() => {
    setState({ points: [] });
    return follow(
      taskLive,
      { id },
      {
        next: ({ task }) =>
          setState(({ points }) => {
            const point = {
              seconds: task.searchedSeconds,
              cost: task.softCost,
              unplaced: task.unplacedCount,
            };
            const isLater = point.seconds > (points.at(-1)?.seconds ?? -1);
            return { task, points: isLater ? [...points, point] : points };
          }),
        failed: (error) => setState((before) => ({ ...before, error })),
        ended,
      },
    );
  }, [id, ended, round]);
  return { ...state, followAgain: () => setRound((before) => before + 1) };
}

/** Whether what lies outside its scope is left out of its figures. */
const isPartial = ({ options }: Task): boolean => {
  const { teachingClasses, courses } = options?.scopeSettings ?? {};
  return Boolean(teachingClasses?.length || courses?.length);
};

function figuresOf(task: Task, isLive: boolean): Shown {
  return [
    [runTexts.placed, task.placedCount],
    [runTexts.unplaced, task.unplacedCount],
    [runTexts.hard, task.hardViolations],
    [runTexts.cost, task.softCost],
    ...(isLive ? [[runTexts.remaining, Math.round(task.remainingSeconds)] as const] : []),
  ];
}

function Causes({ causes }: Pick<Task, 'causes'>) {
  return (
    <section className="card stack">
      <h2>{runTexts.causes}</h2>
      <ul className="causes">
        {causes.map(({ message, requirements, meetingCount }) => (
          <li key={message} dir="auto">
            {message} <span className="tag">{runTexts.meetings(meetingCount)}</span>
            {requirements.length > 0 && (
              <ul>
                {requirements.map((requirement) => (
                  <li key={requirement}>{requirement}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Scores({ penalties }: { penalties: NonNullable<Task['penalties']> }) {
  const sorted = [...penalties].sort((a, b) => Number(b.isHard) - Number(a.isHard) || b.penalty - a.penalty);
  return (
    <section className="card stack">
      <h2>{runTexts.scores}</h2>
      {sorted.length === 0 && <p className="quiet">{runTexts.noPenalties}</p>}
      {sorted.length > 0 && (
        <table className="scores">
          <thead>
            <tr>
              <th scope="col">{runTexts.rule}</th>
              <th scope="col">{runTexts.penalty}</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map(({ rule, meaning, isHard, penalty }) => (
              <tr key={rule}>
                <td>
                  {meaning} {isHard && <span className="tag">{runTexts.HARD}</span>}
                </td>
                <td>{penalty}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
