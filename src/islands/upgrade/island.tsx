import { useSignals } from '@preact/signals-react/runtime';
import { useState } from 'react';
import type { UpgradeOffer } from '#src/features/plans/plan-wire.ts';
import { useTexts } from '#src/ui/texts.tsx';
import { Dialog } from '../dialog/dialog.tsx';
import { useOpener } from '../dialog/opener.ts';
import { FrequencyChoice } from './frequency-choice.tsx';
import { createUpgradeModel, type UpgradeModel } from './model.ts';
import { Features, Price, Quote } from './plan-facts.tsx';

/** The dialog that the bolt in the header opens; without script the bolt leads to the prices. */
export function Upgrade(offer: UpgradeOffer) {
  useSignals();
  const [model] = useState(() => createUpgradeModel({ offer, random: () => Math.random() }));
  useOpener('data-upgrade-open', model.open);
  return (
    <Dialog id="upgrade" title={offer.tier.name} isOpen={model.isOpen.value} onClose={model.close}>
      <Body offer={offer} model={model} />
      <Foot offer={offer} model={model} />
    </Dialog>
  );
}

interface PartProps {
  readonly offer: UpgradeOffer;
  readonly model: UpgradeModel;
}

function Body({ offer: { tier, frequencies, testimonials }, model }: PartProps) {
  useSignals();
  return (
    <div className="dialog__body">
      {tier.description !== '' && <p className="muted">{tier.description}</p>}
      <div>
        <FrequencyChoice
          name="upgrade-frequency"
          frequencies={frequencies}
          frequency={model.frequency.peek()}
          onChoose={model.choose}
        />
      </div>
      <div aria-live="polite">
        <Price tier={tier} frequency={model.frequency.value} />
      </div>
      <Features features={tier.features} />
      <Quote {...(testimonials[model.testimonialAt.value] ?? testimonials[0])} />
    </div>
  );
}

function Foot({ offer: { tier }, model }: PartProps) {
  useSignals();
  const { t } = useTexts();
  return (
    <div className="dialog__foot">
      <button className="btn btn--quiet" type="button" onClick={model.close}>
        {t('upgrade.dialog.later')}
      </button>
      <a className="btn btn--primary" href={model.href()}>
        {t('upgrade.dialog.go', { plan: tier.name })}
      </a>
    </div>
  );
}
