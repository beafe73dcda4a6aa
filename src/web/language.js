const STORAGE_KEY = 'class-scheduling:language';

/** The language of the pages: the one chosen there, else that of the browser. */
export const language =
  localStorage.getItem(STORAGE_KEY) ?? (navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en');

/** Shows the pages in another language from now on. */
export function changeLanguage(next) {
  localStorage.setItem(STORAGE_KEY, next);
  location.reload();
}
