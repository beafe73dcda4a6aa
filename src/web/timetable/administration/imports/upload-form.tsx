import { ask, askWithFile, Refusal, useQuery } from '../../shell/client.js';
import { saveDataUri } from '../../shell/download.js';
import { navigate, usePath } from '../../shell/router.js';
import { Failure, Loading, Wrong } from '../../shell/states.js';
import { useAct } from '../../shell/use-act.js';
import { administrationTexts as texts } from '../texts.js';
import { type ImportTask, importSubjects, startImport, templates } from './operations.js';
import { type Subject, subjectNames, subjects } from './subjects.js';

/** Chooses what to import, gives its template and takes the filled workbook. */
export function UploadForm({
  started,
}: {
  /** Takes with a task that only checks the way to store the same workbook. */
  started: (task: ImportTask, store?: () => Promise<ImportTask>) => void;
}) {
  const { query } = usePath();
  const { data, error, reload } = useQuery(importSubjects, {});
  const { act, isBusy, failure } = useAct();
  if (error) return <Failure error={error} retry={reload} />;
  if (!data) return <Loading />;
  const offered = subjects.filter((each) => data.subjects.includes(each));
  const subject = offered.find((each) => each === query.get('subject')) ?? offered[0];
  const giveTemplate = () =>
    act(() => ask(templates[subject]).then(({ file }) => saveDataUri(file), refused));
  const send = (form: FormData) =>
    act(async () => {
      const [isDryRun, isTolerant] = [form.has('isDryRun'), form.has('isTolerant')];
      const begin = async (checksOnly: boolean): Promise<ImportTask> => {
        const wanted = { subject, isTolerant, isDryRun: checksOnly };
        return (await askWithFile(startImport, wanted, form.get('file') as File)).task;
      };
      started(await begin(isDryRun), isDryRun ? () => begin(false) : undefined);
    });

  return (
    <form
      className="card stack"
      onSubmit={(event) => {
        event.preventDefault();
        void send(new FormData(event.currentTarget));
      }}
    >
      <SubjectPicker offered={offered} subject={subject} />
      <div className="row">
        <button type="button" onClick={giveTemplate} disabled={isBusy}>
          {texts.template}
        </button>
        <span className="quiet">{texts.aboutTemplate}</span>
      </div>
      <label>
        {texts.workbook}
        <input type="file" name="file" accept=".xlsx" required />
      </label>
      <label className="check">
        <input type="checkbox" name="isDryRun" defaultChecked />
        {texts.isDryRun}
      </label>
      <label className="check">
        <input type="checkbox" name="isTolerant" />
        {texts.isTolerant}
      </label>
      <Wrong text={failure} />
      <button type="submit" className="primary" disabled={isBusy}>
        {texts.send}
      </button>
    </form>
  );
}

function SubjectPicker({ offered, subject }: { offered: readonly Subject[]; subject: Subject }) {
  return (
    <label>
      {texts.subject}
      <select
        value={subject}
        onChange={(event) => navigate(`/administration/imports?subject=${event.target.value}`)}
      >
        {offered.map((each) => (
          <option key={each} value={each}>
            {subjectNames[each]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Who may import may not always have the template, and is told whom to ask for it. */
function refused(error: Error): never {
  const isForbidden = error instanceof Refusal && error.codes.includes('FORBIDDEN');
  throw isForbidden ? new Error(texts.administratorsTemplate) : error;
}
