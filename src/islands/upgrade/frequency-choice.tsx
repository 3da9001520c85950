import type { Frequency, FrequencyOption } from '#src/features/plans/plan-wire.ts';
import { useTexts } from '#src/ui/texts.tsx';

interface FrequencyChoiceProps {
  /** The name of its fields, different for each choice on the page. */
  readonly name: string;
  readonly frequencies: readonly FrequencyOption[];
  /** Where it begins. */
  readonly frequency: Frequency;
  /** Without it the stylesheet follows the choice: `.freq`. */
  readonly onChoose?: (frequency: Frequency) => void;
}

/** How often somebody pays. */
export function FrequencyChoice({ name, frequencies, frequency, onChoose }: FrequencyChoiceProps) {
  const { t } = useTexts();
  return (
    <fieldset className="segment">
      <legend className="vh">{t('plans.frequency.label')}</legend>
      {frequencies.map(({ value, label }) => (
        <label key={value} data-words={label}>
          <input
            type="radio"
            name={name}
            value={value}
            defaultChecked={value === frequency}
            onChange={() => onChoose?.(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
