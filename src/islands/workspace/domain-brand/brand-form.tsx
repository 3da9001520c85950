import { useSignals } from '@preact/signals-react/runtime';
import { type FormEvent, useState } from 'react';
import { MAX_BRAND_NAME_CHARS, MAX_BRAND_TEXT_CHARS } from '#src/features/domains/domain-bounds.ts';
import type { DomainWire } from '#src/features/domains/domain-wire.ts';
import { FormTokens } from '#src/ui/form-tokens.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { useEffects } from '../../client/effects.tsx';
import { fieldsOf } from '../../client/form-post.ts';
import { domainPath } from '../domain-paths.ts';
import { AccentField } from './accent-field.tsx';
import type { BrandModel } from './model.ts';
import { WordsField } from './words-field.tsx';

export function BrandForm({ domain, model }: { domain: DomainWire; model: BrandModel }) {
  useSignals();
  const { t } = useTexts();
  const { shrimp } = useEffects();
  const [brand] = useState(model.brand);
  const saved = model.saved.value;
  const isBusy = model.isSaving.value;
  const failure = model.failure.value;
  const errorOf = (field: string) => (failure?.field === field ? failure.message : null);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    void model.save(fieldsOf(event.currentTarget));
  }

  return (
    <form className="stack" action={domainPath(domain, 'brand')} method="post" onSubmit={submit}>
      <FormTokens shrimp={shrimp.token.value} />
      <WordsField
        name="name"
        label={t('brand.name.label')}
        hint={t('brand.name.hint')}
        most={MAX_BRAND_NAME_CHARS}
        value={brand.name}
        saved={saved?.name ?? null}
        error={errorOf('name')}
        isLong={false}
      />
      <AccentField value={brand.accent} error={errorOf('accent')} />
      <WordsField
        name="before_reveal"
        label={t('brand.before.label')}
        hint={t('brand.before.hint')}
        value={brand.before_reveal}
        saved={saved?.before_reveal ?? null}
        error={errorOf('before_reveal')}
        most={MAX_BRAND_TEXT_CHARS}
        isLong
      />
      <WordsField
        name="after_reveal"
        label={t('brand.after.label')}
        hint={t('brand.after.hint')}
        value={brand.after_reveal}
        saved={saved?.after_reveal ?? null}
        error={errorOf('after_reveal')}
        most={MAX_BRAND_TEXT_CHARS}
        isLong
      />
      <HomeSwitch isOn={brand.home} />
      <p className="row">
        <button className="btn btn--primary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
          {t('brand.words.save')}
        </button>
        <span className="muted" role="status">
          {model.noticeAt('words')}
        </span>
      </p>
    </form>
  );
}

function HomeSwitch({ isOn }: { isOn: boolean }) {
  const { t } = useTexts();
  return (
    <div className="field">
      <label className="switch">
        {t('brand.home.label')}
        <input type="checkbox" name="home" defaultChecked={isOn} aria-describedby="home-hint" />
      </label>
      <p className="hint" id="home-hint">
        {t('brand.home.hint')}
      </p>
    </div>
  );
}
