import { numberPattern } from '../data/lists/patterns.js';

/** Whether an address holds no user and password. */
export function hasNoCredentials(url: string): boolean {
  const { username, password } = new URL(url);
  return username === '' && password === '';
}

/** Whether a text can be a pattern of numbers. */
export function isRegularExpression(pattern: string): boolean {
  try {
    numberPattern(pattern);
    return true;
  } catch {
    return false;
  }
}

/** Whether a pattern has no repetitions within one another, and too few after one another to take long. */
export function isQuickToMatch(pattern: string): boolean {
  const bare = pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]/g, 'x');
  const varying = bare.match(/[*+]|\{\d+,\d*\}|(?<![(*+?}])\?/g) ?? [];
  return !/\)[*+{]/.test(bare) && varying.length <= 3;
}

/** Whether it names a time zone. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** The one spelling of a time zone. */
export const canonicalZone = (zone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;

/** Whether an address of a page stays one when a token is appended. */
export const takesToken = (address: string): boolean => /[/=#]$/.test(address);

/** Whether browsers may say that a page is from there, as `Origin`; or all of them are meant. */
export const isOrigin = (text: string): boolean =>
  /^(\*|null|[a-z][a-z0-9+.-]*:\/\/[^\s/?#@A-Z]+)$/.test(text);

/** The sender of mails: an address, or a name and an address in angle brackets. */
export const sender = /^([^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

/** Settings that are usable, but that somebody may regret. */
type Doubtful = Readonly<
  Record<'NODE_ENV' | 'INITIAL_PASSWORDS' | 'RESET_LINK_BASE' | 'EMAIL_LINK_BASE' | 'MAIL_FROM', string>
>;

/** What the start of a server warns of: sentences. */
export function doubtsAbout(settings: Doubtful & { readonly SMTP_URL?: string }): string[] {
  const ofMails = ['RESET_LINK_BASE', 'EMAIL_LINK_BASE', ...(settings.SMTP_URL ? ['MAIL_FROM'] : [])];
  const doubtful = (ofMails as (keyof Doubtful)[]).filter((name) => isOfThisMachine(settings[name]));
  return [
    ...(settings.INITIAL_PASSWORDS === 'predictable' ? [predictable] : []),
    ...(settings.NODE_ENV === 'production' ? doubtful : []).map(
      (name) =>
        `${name} "${settings[name]}" means this machine alone, but mails go to others. Maybe set it to an ` +
        'address of your institution: docs/operations.md.',
    ),
  ];
}

const predictable = 'initial passwords are predictable: whoever knows a number registers as that person';

const isOfThisMachine = (address: string): boolean => /[/@](localhost|127\.|\[::1\])/.test(address);
