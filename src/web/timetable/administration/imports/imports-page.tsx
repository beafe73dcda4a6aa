import { useState } from 'react';
import { useQuery } from '../../shell/client.js';
import { momentText } from '../../shell/moments.js';
import { Failure } from '../../shell/states.js';
import { taskTexts } from '../../shell/texts.js';
import { administrationTexts as texts } from '../texts.js';
import { type ImportTask, importTasks } from './operations.js';
import { subjectNames } from './subjects.js';
import { TaskView } from './task-view.js';
import { UploadForm } from './upload-form.js';

interface Watched {
  readonly task: ImportTask;
  /** Sends the workbook that was only checked once more, to be stored. */
  readonly store?: () => Promise<void>;
}

/** Workbooks: the template, the upload, its progress, and the marked workbook back. */
export function ImportsPage() {
  const [watched, setWatched] = useState<Watched>();
  const { data, error, reload } = useQuery(importTasks, {});
  const started = (task: ImportTask, send?: () => Promise<ImportTask>): void => {
    setWatched({ task, store: send && (async () => started(await send())) });
    reload();
  };
  return (
    <>
      <h1>{texts.imports}</h1>
      <UploadForm started={started} />
      {watched && <TaskView key={watched.task.id} {...watched} ended={reload} />}
      {error && <Failure error={error} retry={reload} />}
      {data && data.tasks.items.length > 0 && (
        <section className="card">
          <h2>{texts.latestImports}</h2>
          <ul className="tasks">
            {data.tasks.items.map((task) => (
              <li key={task.id}>
                <button type="button" className="plain" onClick={() => setWatched({ task })}>
                  {momentText(task.createdAt)} · {subjectNames[task.subject]} · {taskTexts[task.status]}
                  {task.isDryRun && ` · ${texts.dryRun}`}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
