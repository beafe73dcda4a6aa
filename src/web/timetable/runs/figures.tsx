/** Figures by name; what is not known yet is told as such. */
export type Shown = readonly (readonly [name: string, value: number | null | undefined])[];

/** Figures beside each other. */
export function Figures({ figures }: { figures: Shown }) {
  return (
    <dl className="figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
