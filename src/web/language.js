/** The language of the pages, from the browser's setting. */
export const language = navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
