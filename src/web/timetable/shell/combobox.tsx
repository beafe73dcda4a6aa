import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { shellTexts } from './texts.js';

const TYPING_PAUSE_MS = 200;

/** A field that offers what fits what was typed, to choose from by mouse, touch or keyboard. */
export function Combobox<Choice extends { readonly id: string }>({
  typed,
  type,
  open,
  choices,
  choose,
  leave,
  draw,
  ...input
}: {
  typed: string;
  type: (text: string) => void;
  /** Offers what there is although nothing was typed. */
  open?: () => void;
  /** What fits; undefined while nothing is offered. */
  choices?: readonly Choice[];
  choose: (choice: Choice) => void;
  /** Nothing was chosen. */
  leave: () => void;
  draw: (choice: Choice) => ReactNode;
} & Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'>) {
  const [at, setAt] = useState(0);
  const list = useId();
  // What was not typed for is not chosen by chance.
  const offer = open && (() => (open(), setAt(-1)));
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (event.nativeEvent.isComposing) return;
    if (key === 'Escape') leave();
    if (!choices && key === 'ArrowDown') offer?.();
    if (choices?.length) {
      if (step) setAt((Math.max(at, step > 0 ? -1 : 0) + step + choices.length) % choices.length);
      if (key === 'Enter' && at < 0) leave();
      if (key === 'Enter' && at >= 0) choose(choices[at]);
    }
    // The browser would move the caret, send the form, or empty the field.
    if (key === 'Escape' || (choices?.length && (step || key === 'Enter'))) event.preventDefault();
  };
  return (
    <div className="combobox">
      <input
        {...input}
        type="search"
        role="combobox"
        aria-expanded={Boolean(choices)}
        aria-controls={list}
        aria-activedescendant={choices?.[at] ? `${list}-${at}` : undefined}
        maxLength={64}
        value={typed}
        onChange={(event) => (type(event.target.value), setAt(0))}
        onKeyDown={onKeyDown}
        onClick={choices ? undefined : offer}
        onBlur={leave}
      />
      <Choices {...{ id: list, label: input['aria-label'], choices, at, choose, draw }} />
    </div>
  );
}

function Choices<Choice extends { readonly id: string }>({
  id,
  label,
  choices,
  at,
  choose,
  draw,
}: {
  id: string;
  label?: string;
  choices?: readonly Choice[];
  at: number;
  choose: (choice: Choice) => void;
  draw: (choice: Choice) => ReactNode;
}) {
  return (
    <ul id={id} role="listbox" aria-label={label} hidden={!choices}>
      {choices?.map((choice, index) => (
        <li
          key={choice.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          onMouseDown={(event) => (event.preventDefault(), choose(choice))}
        >
          {draw(choice)}
        </li>
      ))}
      {choices?.length === 0 && (
        <li role="option" aria-selected="false" aria-disabled="true">
          {shellTexts.nothingFound}
        </li>
      )}
    </ul>
  );
}

/** What was typed, once the typing has paused. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
