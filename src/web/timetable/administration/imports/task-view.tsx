import { useEffect, useState } from 'react';
import { ask, follow, useQuery } from '../../shell/client.js';
import { saveDataUri } from '../../shell/download.js';
import { Failure, Wrong } from '../../shell/states.js';
import { taskTexts } from '../../shell/texts.js';
import { useAct } from '../../shell/use-act.js';
import { administrationTexts as texts } from '../texts.js';
import {
  cancelImport,
  type ImportFailure,
  importOutcome,
  importProgress,
  type ImportTask,
} from './operations.js';
import { subjectNames } from './subjects.js';

const isOver = ({ status }: ImportTask): boolean => status !== 'QUEUED' && status !== 'RUNNING';

/** An import from its start to the marked workbook; what was only checked can be stored from here. */
export function TaskView({
  task: started,
  store,
  ended,
}: {
  task: ImportTask;
  store?: () => Promise<void>;
  ended: () => void;
}) {
  const [task, setTask] = useState(started);
  const [failure, setFailure] = useState<Error>();
  useEffect(
    () =>
      isOver(started)
        ? undefined
        : follow(
            importProgress,
            { id: started.id },
            {
              next: (answer) => setTask(answer.task),
              failed: setFailure,
              ended,
            },
          ),
    [started, ended],
  );
  return (
    <section className="card stack" aria-live="polite" data-testid="import-task">
      <header className="row">
        <h2>{subjectNames[task.subject]}</h2>
        <span className="tag">{taskTexts[task.status]}</span>
        {task.isDryRun && <span className="tag">{texts.dryRun}</span>}
      </header>
      {!isOver(task) && (
        <div className="row">
          <progress value={task.progress} max={1} aria-label={texts.progress} />
          <span className="quiet">{texts.rowsRead(task.rowsRead)}</span>
          <button type="button" onClick={() => ask(cancelImport, { id: task.id }).catch(setFailure)}>
            {texts.cancel}
          </button>
        </div>
      )}
      {failure && <Failure error={failure} />}
      {task.failure && (
        <p className="wrong" dir="auto">
          {task.failure}
        </p>
      )}
      {task.totalCount !== null && (
        <p>{texts.outcome(task.totalCount, task.successCount ?? 0, task.failedCount ?? 0)}</p>
      )}
      {task.totalCount === 0 && <p className="wrong">{texts.noRows}</p>}
      {isChecked(task) && <Checked store={store} />}
      {isOver(task) && <Outcome id={task.id} />}
    </section>
  );
}

/** Whether there is something to store that was only looked at so far. */
const isChecked = ({ status, isDryRun, isTolerant, successCount, failedCount }: ImportTask): boolean =>
  status === 'COMPLETED' && isDryRun && Number(successCount) > 0 && (isTolerant || failedCount === 0);

function Checked({ store }: { store?: () => Promise<void> }) {
  const { act, isBusy, failure } = useAct();
  return (
    <div className="row">
      <strong>{texts.notStored}</strong>
      {store ? (
        <button type="button" className="primary" disabled={isBusy} onClick={() => act(store)}>
          {texts.storeNow}
        </button>
      ) : (
        <span className="quiet">{texts.sendAgain}</span>
      )}
      <Wrong text={failure} />
    </div>
  );
}

function Outcome({ id }: { id: string }) {
  const { data } = useQuery(importOutcome, { id });
  if (!data) return null;
  const { failures, notices, marked } = data.outcome;
  return (
    <>
      {marked && (
        <div>
          <button type="button" className="primary" onClick={() => saveDataUri(marked)}>
            {texts.marked}
          </button>
        </div>
      )}
      {failures.length > 0 && <Cells cells={failures} title={texts.failures} />}
      {notices.length > 0 && <Cells cells={notices} title={texts.notices} />}
    </>
  );
}

function Cells({ cells, title }: { cells: readonly ImportFailure[]; title: string }) {
  return (
    <div className="scroll">
      <table className="cells">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.cell}</th>
            <th scope="col">{texts.heading}</th>
            <th scope="col">{texts.value}</th>
            <th scope="col">{texts.reason}</th>
          </tr>
        </thead>
        <tbody>
          {cells.map(({ sheet, row, column, heading, value, message }, at) => (
            <tr key={at}>
              <td>
                <bdi>{sheet}</bdi> {column}
                {row}
              </td>
              <td dir="auto">{heading}</td>
              <td dir="auto">{value}</td>
              <td dir="auto">{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
