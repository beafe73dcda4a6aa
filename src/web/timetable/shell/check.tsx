/** A box that is ticked or not. */
export function Check({ label, isOn, turn }: { label: string; isOn: boolean; turn: (on: boolean) => void }) {
  return (
    <label className="check">
      <input type="checkbox" checked={isOn} onChange={({ target }) => turn(target.checked)} />
      {label}
    </label>
  );
}
