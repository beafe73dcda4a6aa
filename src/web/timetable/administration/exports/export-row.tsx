import { useEffect, useState } from 'react';
import { ask, follow } from '../../shell/client.js';
import { download } from '../../shell/download.js';
import { momentText } from '../../shell/moments.js';
import { Wrong } from '../../shell/states.js';
import { taskTexts } from '../../shell/texts.js';
import { useAct } from '../../shell/use-act.js';
import { weekTexts } from '../../week/texts.js';
import { administrationTexts } from '../texts.js';
import { cancelExport, type Export, exportLive } from './operations.js';
import { exportTexts as texts } from './texts.js';

/** A file from its beginning until it is saved. */
export function ExportRow({ task: first }: { task: Export }) {
  const [task, setTask] = useState(first);
  const [broken, setBroken] = useState<Error>();
  const { act, isBusy, failure } = useAct();
  const { id, path } = task;
  const isLive = task.status === 'QUEUED' || task.status === 'RUNNING';
  useEffect(() => {
    if (!isLive) return;
    return follow(exportLive, { id }, { next: ({ task: next }) => setTask(next), failed: setBroken });
  }, [id, isLive]);
  return (
    <li className="stack" data-testid="export">
      <div className="row">
        <strong>{texts[task.format]}</strong>
        <span className="tag">{taskTexts[task.status]}</span>
        <span className="quiet">{momentText(task.createdAt)}</span>
        {task.pagesRead > 0 && <span className="quiet">{texts.pagesRead(task.pagesRead)}</span>}
        {isLive && (
          <>
            <progress value={task.progress} max={1} aria-label={administrationTexts.progress} />
            <button type="button" disabled={isBusy} onClick={() => act(() => ask(cancelExport, { id }))}>
              {administrationTexts.cancel}
            </button>
          </>
        )}
        {task.status === 'COMPLETED' && !path && <span className="quiet">{texts.gone}</span>}
        {path && (
          <button
            type="button"
            className="primary"
            disabled={isBusy}
            onClick={() => act(() => download(path))}
          >
            {weekTexts.download}
          </button>
        )}
      </div>
      <Wrong text={failure ?? broken?.message ?? task.failure ?? undefined} />
    </li>
  );
}
