import { asHtml } from '../../schema/html.js';

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
  `<p>${asHtml(name)}，您好：</p>
<p>${asHtml(line)}</p>
<p><a href="${asHtml(link)}">${asHtml(link)}</a></p>
<p>${asHtml(otherwise)}</p>
`;
