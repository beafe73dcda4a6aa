import { useEffect, useId, useRef, useState } from 'react';
import { Choices } from '../../shell/check.js';
import { useQuery } from '../../shell/client.js';
import { Combobox, useSettled } from '../../shell/combobox.js';
import type { Described } from '../../shell/form.js';
import { choicesOf, type Named, type RecordField } from './operations.js';
import { recordTexts as texts } from './texts.js';
import { nameOf } from './values.js';

/** So many are offered; whoever looks for another types more of its name. */
const OFFERED = 50;

/** Chooses the record that a field refers to by a part of its name. */
export function ReferenceChooser({
  field,
  initially,
  required,
  within,
  described,
}: {
  field: RecordField;
  initially?: Named;
  required: boolean;
  /** Identifiers of what alone may be chosen; all where undefined. */
  within?: readonly string[];
  described: Described;
}) {
  const [chosen, setChosen] = useState(initially);
  const [typed, setTyped] = useState<string>();
  const shown = chosen ? nameOf(chosen) : '';
  const isSearched = typed !== undefined && typed !== shown;
  const keyword = useSettled(isSearched ? typed.trim() : '');
  const { data } = useQuery(
    choicesOf(field),
    typed === undefined ? undefined : { ...(keyword && { keyword }) },
  );
  const choices = data?.choices.filter(({ id }) => !within || within.includes(id)).slice(0, OFFERED);
  const place = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => place.current?.setCustomValidity(isSearched && typed ? texts.chooseOne : ''));
  return (
    <>
      <label htmlFor={id}>{field.label}</label>
      <input type="hidden" name={field.name} value={chosen?.id ?? ''} />
      <Combobox
        {...{ id, ref: place, required, ...described, 'aria-label': field.label }}
        placeholder={texts.find}
        typed={typed ?? shown}
        type={(text) => (setTyped(text), text === '' && setChosen(undefined))}
        open={() => setTyped(typed ?? shown)}
        choices={typed === undefined ? undefined : choices}
        choose={(choice) => (setChosen(choice), setTyped(undefined))}
        leave={() => setTyped(undefined)}
        draw={(choice) => <bdi>{nameOf(choice)}</bdi>}
      />
    </>
  );
}

/** Chooses any number of the records that a field may refer to. */
export function ListChooser({ field, initially }: { field: RecordField; initially: readonly Named[] }) {
  const { data } = useQuery(choicesOf(field), {});
  const choices = data?.choices.map((choice) => ({ id: choice.id, label: nameOf(choice) })) ?? [];
  return <Choices {...{ name: field.name, label: field.label, choices, initially }} />;
}
