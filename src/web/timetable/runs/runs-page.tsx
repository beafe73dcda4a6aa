import { Notice } from '../shell/states.js';
import { shellTexts } from '../shell/texts.js';

/** Holds the place of this area. */
export default function RunsPage() {
  return <Notice title={shellTexts.comingSoon} />;
}
