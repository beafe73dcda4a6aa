import { useRef, useState } from 'react';
import { useQuery } from '../shell/client.js';
import { Combobox, useSettled } from '../shell/combobox.js';
import { Link, navigate } from '../shell/router.js';
import { type Found, search } from './operations.js';
import { kindName, type Owner, type OwnerKind, ownerKinds, weekOf } from './owners.js';
import { weekTexts } from './texts.js';

/** So many of each kind are offered; whoever looks for another types more of its name. */
const OFFERED = 6;

interface Choice extends Found {
  readonly kind: OwnerKind;
}

/** A field that finds classes, teachers, rooms and courses by a part of their names. */
export function OwnerSearch({ hasOwn, owner }: { hasOwn: boolean; owner?: Owner }) {
  const [typed, setTyped] = useState('');
  const keyword = useSettled(typed.trim());
  const { data } = useQuery(search, keyword ? { keyword } : undefined);
  const field = useRef<HTMLInputElement>(null);
  const choose = ({ kind, id }: Choice) => {
    setTyped('');
    field.current?.blur();
    navigate(weekOf(kind, id));
  };
  return (
    <div className="owner-search" role="search">
      {hasOwn && owner && <Link to="/week">{weekTexts.me}</Link>}
      <Combobox
        ref={field}
        aria-label={weekTexts.whose}
        placeholder={weekTexts.whose}
        typed={typed}
        type={setTyped}
        choices={keyword && typed && data ? choicesIn(data) : undefined}
        choose={choose}
        leave={() => setTyped('')}
        draw={({ kind, name, about }) => (
          <>
            <span className="tag">{kindName(kind)}</span>
            <bdi>{name}</bdi>
            {about && <small dir="auto">{about.name}</small>}
          </>
        )}
      />
    </div>
  );
}

const choicesIn = (data: Readonly<Record<OwnerKind, readonly Found[]>>): Choice[] =>
  ownerKinds.flatMap((kind) => data[kind].slice(0, OFFERED).map((found) => ({ ...found, kind })));
