import { language } from '../../language.js';

/** The language as formats of the browser know it. */
export const locale = language === 'zh' ? 'zh-CN' : 'en-GB';
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });

/** The time of day of an instant where the reader is. */
export const clockText = (instant: Date): string => clock.format(instant);

/** The date of an instant where the reader is. */
export const dayText = (instant: string): string => day.format(new Date(instant));

/** Date and time of an instant where the reader is. */
export const momentText = (instant: string): string => moment.format(new Date(instant));
