/** The two languages of the pages; the browser's own setting decides. */
export const language = navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
