import { type FormEvent, type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';
import { Wrong } from './states.js';
import { useAct } from './use-act.js';

/** A field of a form: an input of the browser, or a list to choose from. */
export interface Field extends Omit<InputHTMLAttributes<HTMLInputElement>, 'form'> {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
}

/** What was typed, by the names of the fields; a field that was left empty is not in it. */
export type Values = Readonly<Record<string, string>>;

/**
 * Fields with one button. What the server refuses is shown in its words, and what was typed stays; what it
 * takes is told with `done`, where there is such a sentence.
 */
export function Form({
  fields,
  submit,
  action,
  done,
  children,
}: {
  fields: readonly Field[];
  submit: (values: Values) => Promise<unknown>;
  /** The button's text. */
  action: string;
  done?: string;
  /** What stands above the fields. */
  children?: ReactNode;
}) {
  const { act, isBusy, failure } = useAct();
  const [isDone, setDone] = useState(false);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = [...new FormData(form)].filter(([, value]) => value !== '');
    setDone(false);
    void act(async () => {
      await submit(Object.fromEntries(typed.map(([name, value]) => [name, String(value)])));
      if (done) form.reset();
      setDone(true);
    });
  };
  return (
    <form className="stack" onSubmit={onSubmit}>
      {children}
      {fields.map((field) => (
        <Input key={field.name} field={field} />
      ))}
      <Wrong text={failure} />
      {isDone && done && (
        <p role="status" className="good form-message">
          {done}
        </p>
      )}
      <button type="submit" className="primary" disabled={isBusy}>
        {action}
      </button>
    </form>
  );
}

function Input({ field: { label, hint, options, ...input } }: { field: Field }) {
  const described = useId();
  const isCheck = input.type === 'checkbox';
  return (
    <div>
      <label className={isCheck ? 'check' : undefined}>
        {isCheck && <input {...input} />}
        {label}
        {!isCheck &&
          (options ? (
            <select
              name={input.name}
              required={input.required}
              defaultValue={input.defaultValue}
              aria-describedby={hint && described}
            >
              {options.map(({ value, label: text }) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          ) : (
            <input {...input} aria-describedby={hint && described} />
          ))}
      </label>
      {hint && (
        <small id={described} className="quiet">
          {hint}
        </small>
      )}
    </div>
  );
}
