import {
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Wrong } from './states.js';
import { useUnstored } from './unstored.js';
import { useAct } from './use-act.js';
import { useUser } from './user.js';

/** A field of a form: an input of the browser, some lines, a list to choose from, or a control of its own. */
export interface Field extends Omit<InputHTMLAttributes<HTMLInputElement>, 'form'> {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** Lines of a longer text. */
  readonly rows?: number;
  /** Stands, with its label, in place of an input; what it chose is in a hidden one. */
  readonly control?: (described: Described) => ReactNode;
}

/** Ties what can be typed in to its hint, and to what is wrong with it. */
export interface Described {
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

/** What was typed, by the names of the fields; a field that was left empty is not in it. */
export type Values = Readonly<Record<string, string>>;

/**
 * Fields with one button. What the server refuses is shown in its words, at the field where it names one,
 * and what was typed stays; what it takes is told with `done`, where there is such a sentence. Whoever is
 * signed in is asked before leaving what was changed and not sent.
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
  const { act, isBusy, failure, problems } = useAct();
  const [isDone, setDone] = useState(false);
  const place = useRef<HTMLFormElement>(null);
  const { touch, sending } = useTouched(place);
  const wrongWith = (name: string) => problems?.find(({ field }) => field === name)?.message;
  const isToldThere = problems?.every(({ field }) => fields.some(({ name }) => name === field));
  useEffect(() => place.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [problems]);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = [...new FormData(form)].filter(([, value]) => value !== '');
    setDone(false);
    void act(async () => {
      await sending(submit(Object.fromEntries(typed.map(([name, value]) => [name, String(value)]))));
      if (done) form.reset();
      setDone(true);
    });
  };
  return (
    <form
      ref={place}
      className="stack"
      onSubmit={onSubmit}
      onFocus={touch}
      onPointerDown={touch}
      onKeyDown={touch}
    >
      {children}
      {fields.map((field) => (
        <Described key={field.name} field={field} wrong={wrongWith(field.name)} />
      ))}
      <Wrong text={problems?.length && isToldThere ? undefined : failure} />
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

/** Compares what a form has with what it had when it was first touched, or since it was sent. */
function useTouched(place: RefObject<HTMLFormElement | null>) {
  const user = useUser();
  const before = useRef<string>(undefined);
  const now = () => (place.current ? JSON.stringify([...new FormData(place.current)]) : before.current);
  const touch = () => (before.current ??= now());
  useUnstored(() => Boolean(user && before.current !== undefined && before.current !== now()));
  /** What is on its way may lead elsewhere; what was refused is unstored as before. */
  const sending = async (sent: Promise<unknown>) => {
    const kept = before.current;
    before.current = undefined;
    await sent.catch((error: unknown) => {
      before.current = kept;
      throw error;
    });
  };
  return { touch, sending };
}

function Described({ field: { hint, control, ...field }, wrong }: { field: Field; wrong?: string }) {
  const id = useId();
  const described: Described = {
    ...((hint || wrong) && { 'aria-describedby': id }),
    ...(wrong && { 'aria-invalid': true }),
  };
  return (
    <div>
      {control ? control(described) : <Input {...field} {...described} />}
      {(hint || wrong) && (
        <small id={id} className="quiet">
          {wrong && (
            <span role="alert" className="wrong" dir="auto">
              {wrong}
            </span>
          )}
          {hint}
        </small>
      )}
    </div>
  );
}

function Input({ label, options, rows, ...input }: Omit<Field, 'hint' | 'control'>) {
  const { name, required, defaultValue, maxLength } = input;
  const described = { 'aria-describedby': input['aria-describedby'], 'aria-invalid': input['aria-invalid'] };
  if (input.type === 'checkbox')
    return (
      <label className="check">
        <input {...input} />
        {label}
      </label>
    );
  return (
    <label>
      {label}
      {options ? (
        <select {...{ name, required, defaultValue }} {...described}>
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      ) : rows ? (
        <textarea {...{ name, required, defaultValue, maxLength, rows }} {...described} />
      ) : (
        <input {...input} />
      )}
    </label>
  );
}
