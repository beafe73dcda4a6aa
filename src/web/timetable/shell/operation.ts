/** An operation's text, with the types of what it answers and takes. */
export type Operation<Answer, Variables = object> = string & {
  readonly types?: (variables: Variables) => Answer;
};

/** Writes an operation down with its types; the tests hold its text to the schema. */
export const operation = <Answer, Variables = object>(text: string): Operation<Answer, Variables> => text;
