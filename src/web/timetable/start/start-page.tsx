import { Notice } from '../shell/states.js';
import { shellTexts } from '../shell/texts.js';

/** Holds the place of this area. */
export default function StartPage() {
  return <Notice title={shellTexts.comingSoon} />;
}
