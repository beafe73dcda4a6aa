import { useState } from 'react';

/** A box that is ticked or not. */
export function Check({ label, isOn, turn }: { label: string; isOn: boolean; turn: (on: boolean) => void }) {
  return (
    <label className="check">
      <input type="checkbox" checked={isOn} onChange={({ target }) => turn(target.checked)} />
      {label}
    </label>
  );
}

/** Ticks any number of things; a form has their identifiers under one name, separated by blanks. */
export function Choices({
  name,
  label,
  choices,
  initially,
}: {
  name: string;
  label: string;
  choices: readonly { readonly id: string; readonly label: string }[];
  initially: readonly { readonly id: string }[];
}) {
  const [ids, setIds] = useState(() => initially.map(({ id }) => id));
  const turn = (id: string, on: boolean) => setIds(on ? [...ids, id] : ids.filter((each) => each !== id));
  return (
    <fieldset className="choices">
      <legend>{label}</legend>
      <input type="hidden" name={name} value={[...ids].sort().join(' ')} />
      {choices.map((choice) => (
        <Check
          key={choice.id}
          label={choice.label}
          isOn={ids.includes(choice.id)}
          turn={(on) => turn(choice.id, on)}
        />
      ))}
    </fieldset>
  );
}
