import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useQuery } from '../shell/client.js';
import { Link, navigate } from '../shell/router.js';
import { type Found, search } from './operations.js';
import { kindName, type Owner, type OwnerKind, ownerKinds, weekOf } from './owners.js';
import { weekTexts } from './texts.js';

/** So many of each kind are offered; whoever looks for another types more of its name. */
const OFFERED = 6;
const TYPING_PAUSE_MS = 200;

interface Choice extends Found {
  readonly kind: OwnerKind;
}

/** A field that finds classes, teachers, rooms and courses by a part of their names. */
export function OwnerSearch({ hasOwn, owner }: { hasOwn: boolean; owner?: Owner }) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const keyword = useSettled(typed.trim());
  const { data } = useQuery(search, keyword ? { keyword } : undefined);
  const choices = keyword && typed && data ? choicesIn(data) : undefined;
  const list = useId();
  const field = useRef<HTMLInputElement>(null);

  const choose = ({ kind, id }: Choice) => {
    setTyped('');
    field.current?.blur();
    navigate(weekOf(kind, id));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setTyped('');
    if (event.nativeEvent.isComposing || !choices?.length) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setAt((before) => (before + step + choices.length) % choices.length);
    if (event.key === 'Enter') choose(choices[at]);
    if (step) event.preventDefault();
  };

  return (
    <div className="owner-search" role="search">
      {hasOwn && owner && <Link to="/week">{weekTexts.me}</Link>}
      <input
        ref={field}
        type="search"
        role="combobox"
        aria-label={weekTexts.whose}
        aria-expanded={Boolean(choices)}
        aria-controls={list}
        aria-activedescendant={choices?.length ? `${list}-${at}` : undefined}
        placeholder={weekTexts.whose}
        maxLength={64}
        value={typed}
        onChange={(event) => (setTyped(event.target.value), setAt(0))}
        onKeyDown={onKeyDown}
        onBlur={() => setTyped('')}
      />
      <Choices id={list} choices={choices} at={at} choose={choose} />
    </div>
  );
}

function Choices({
  id,
  choices,
  at,
  choose,
}: {
  id: string;
  choices?: readonly Choice[];
  at: number;
  choose: (choice: Choice) => void;
}) {
  return (
    <ul id={id} role="listbox" aria-label={weekTexts.whose} hidden={!choices}>
      {choices?.map((choice, index) => (
        <li
          key={choice.kind + choice.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          onMouseDown={(event) => (event.preventDefault(), choose(choice))}
        >
          <span className="tag">{kindName(choice.kind)}</span>
          <bdi>{choice.name}</bdi>
          {choice.about && <small dir="auto">{choice.about.name}</small>}
        </li>
      ))}
      {choices?.length === 0 && (
        <li role="option" aria-selected="false" aria-disabled="true">
          {weekTexts.nothingFound}
        </li>
      )}
    </ul>
  );
}

const choicesIn = (data: Readonly<Record<OwnerKind, readonly Found[]>>): Choice[] =>
  ownerKinds.flatMap((kind) => data[kind].slice(0, OFFERED).map((found) => ({ ...found, kind })));

/** What was typed, once the typing has paused. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
