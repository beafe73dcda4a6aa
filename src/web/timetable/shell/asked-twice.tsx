import { useState } from 'react';
import { shellTexts } from './texts.js';

/** A button for what concerns many or cannot be taken back: it says so first, and acts on a second one. */
export function AskedTwice({
  label,
  name,
  warning,
  act,
  isPrimary = false,
}: {
  label: string;
  /** What it is called where several have the label. */
  name?: string;
  warning: string;
  act: () => void;
  isPrimary?: boolean;
}) {
  const [step, setStep] = useState<'asked' | 'left'>();
  if (step !== 'asked')
    return (
      <button
        type="button"
        aria-label={name}
        className={isPrimary ? 'primary' : undefined}
        autoFocus={step === 'left'}
        onClick={() => setStep('asked')}
      >
        {label}
      </button>
    );
  return (
    <span className="row" role="alert">
      {warning}
      <button type="button" className="primary" aria-label={name} onClick={() => (setStep('left'), act())}>
        {label}
      </button>
      {/* A key that is held down, or pressed twice, does no harm. */}
      <button type="button" autoFocus onClick={() => setStep('left')}>
        {shellTexts.cancel}
      </button>
    </span>
  );
}
