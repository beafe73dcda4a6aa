/** Work in pieces, between which its caller may do something else; the result comes at the end. */
export type Pieces<R> = Generator<undefined, R>;

/** The result of all pieces, without anything between them. */
export function finished<R>(pieces: Pieces<R>): R {
  for (;;) {
    const { done, value } = pieces.next();
    if (done) return value;
  }
}
