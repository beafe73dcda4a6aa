/** What a mail says that holds a link. */
export interface LinkMail {
  readonly name: string;
  /** What the link does, and until when. */
  readonly line: string;
  readonly link: string;
  /** What to do when nobody asked for it. */
  readonly otherwise: string;
}

/** The HTML of a mail that holds a link. */
export const linkMail = ({ name, line, link, otherwise }: LinkMail): string =>
  `<p>${escaped(name)}，您好：</p>
<p>${escaped(line)}</p>
<p><a href="${escaped(link)}">${escaped(link)}</a></p>
<p>${escaped(otherwise)}</p>
`;

const escaped = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign,
  );
