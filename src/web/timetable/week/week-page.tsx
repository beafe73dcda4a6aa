import { Notice } from '../shell/states.js';
import { shellTexts } from '../shell/texts.js';

/** The week of me, a class, a teacher, a room or a course. */
export function WeekPage() {
  return <Notice title={shellTexts.comingSoon} />;
}
