import { escapeHtml } from '../system/mail.js';

/** The content of a mail with a link. */
export interface LinkMail {
  readonly name: string;
  /** What the link does, and how long it is valid. */
  readonly line: string;
  readonly link: string;
  /** What to do if the recipient did not request it. */
  readonly otherwise: string;
}

/** The HTML of a mail with a link. */
export const linkMail = ({ name, line, link, otherwise }: LinkMail): string =>
  `<p>${escapeHtml(name)}，您好：</p>
<p>${escapeHtml(line)}</p>
<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>
<p>${escapeHtml(otherwise)}</p>
`;
