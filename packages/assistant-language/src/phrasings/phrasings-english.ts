import type { Phrasing } from './phrasing.js';
import { englishChat } from './phrasings-english-chat.js';
import { englishChanges as change } from './phrasings-english-changes.js';
import { englishQuestions as question } from './phrasings-english-questions.js';

/** How people say in English what the grammar says plainly: earlier ones are rewritten before later ones. */
export const englishPhrasings: readonly Phrasing[] = [
  ...change.arrows,
  ...englishChat,
  ...question.shortened,
  ...question.help,
  ...change.plainGerunds,
  ...change.locks,
  ...change.undoing,
  ...question.courtesy,
  ...question.purposes,
  ...question.rooms,
  ...question.questions,
  ...change.teachers,
  ...change.takingOut,
  ...change.moves,
  ...change.swaps,
];
