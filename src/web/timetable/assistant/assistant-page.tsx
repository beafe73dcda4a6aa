import { shellTexts } from '../shell/texts.js';
import { useUser } from '../shell/user.js';
import { Chat } from './chat.js';
import { exampleTexts } from './texts.js';

/** The assistant for everybody: what it may tell and change is decided by the server alone. */
export default function AssistantPage() {
  const role = useUser()?.role.key;
  const texts =
    role === 'STUDENT'
      ? exampleTexts.student
      : role === 'TEACHER'
        ? exampleTexts.teacher
        : exampleTexts.planner;
  return (
    <div className="narrow">
      <h1>{shellTexts.assistant}</h1>
      <section className="card" aria-label={shellTexts.assistant}>
        <Chat examples={Object.values(texts)} />
      </section>
    </div>
  );
}
