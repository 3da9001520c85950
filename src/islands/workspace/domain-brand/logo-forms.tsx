import { useSignals } from '@preact/signals-react/runtime';
import { type FormEvent, type RefObject, useEffect, useRef } from 'react';
import type { DomainWire } from '#src/features/domains/domain-wire.ts';
import { choiceState, FieldError } from '#src/ui/field.tsx';
import { FormTokens } from '#src/ui/form-tokens.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import { useEffects } from '../../client/effects.tsx';
import { fieldsOf } from '../../client/form-post.ts';
import { domainPath } from '../domain-paths.ts';
import type { BrandModel } from './model.ts';

interface LogoFormsProps {
  readonly domain: DomainWire;
  readonly model: BrandModel;
}

export function LogoForms(props: LogoFormsProps) {
  useSignals();
  const logo = props.model.logoUrl.value;
  return (
    <div className="stack">
      {logo !== null && <PresentLogo {...props} logo={logo} />}
      <UploadForm {...props} />
    </div>
  );
}

function PresentLogo({ domain, model, logo }: LogoFormsProps & { readonly logo: string }) {
  useSignals();
  const { t } = useTexts();
  const { shrimp } = useEffects();
  const isBusy = model.isSendingLogo.value;

  function remove(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    void model.removeLogo(fieldsOf(event.currentTarget));
  }

  return (
    <form className="row row--between" action={domainPath(domain, 'logo/remove')} method="post" onSubmit={remove}>
      <FormTokens shrimp={shrimp.token.value} />
      <img className="brand__logo" src={logo} alt={t('brand.logo.present')} />
      <button className="btn btn--quiet-danger btn--edge" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
        <Icon name="trash" />
        {t('brand.logo.remove')}
      </button>
    </form>
  );
}

function UploadForm({ domain, model }: LogoFormsProps) {
  useSignals();
  const { t } = useTexts();
  const { shrimp } = useEffects();
  const file = useRef<HTMLInputElement>(null);
  const failure = model.failure.value;
  const logo = model.logoUrl.value;
  const isBusy = model.isSendingLogo.value;

  // What was chosen is there now: the field is empty for the next one.
  useEffect(() => {
    if (logo !== null && file.current) file.current.value = '';
  }, [logo]);

  // The button goes away with the logo: the keyboard moves on to the field for another.
  const hadLogo = useRef(logo !== null);
  useEffect(() => {
    if (hadLogo.current && logo === null && document.activeElement === document.body) file.current?.focus();
    hadLogo.current = logo !== null;
  }, [logo]);

  function upload(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    void model.upload([...new FormData(event.currentTarget)]);
  }

  return (
    <form
      className="stack stack--sm"
      action={domainPath(domain, 'logo')}
      method="post"
      onSubmit={upload}
      encType="multipart/form-data"
    >
      <FormTokens shrimp={shrimp.token.value} />
      <LogoField file={file} error={failure?.field === 'logo' ? failure.message : null} />
      <p className="row">
        <button className="btn" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
          {t('brand.logo.upload')}
        </button>
        <span className="muted" role="status">
          {model.noticeAt('logo')}
        </span>
      </p>
    </form>
  );
}

interface LogoFieldProps {
  readonly file: RefObject<HTMLInputElement | null>;
  readonly error: string | null;
}

function LogoField({ file, error }: LogoFieldProps) {
  const { t } = useTexts();
  return (
    <div className="field">
      <label className="label" htmlFor="logo">
        {t('brand.logo.file')}
      </label>
      <input
        className="input"
        id="logo"
        name="logo"
        type="file"
        required
        ref={file}
        accept="image/png,image/jpeg,image/webp"
        {...choiceState('logo-hint', error === null ? null : 'logo-error')}
      />
      <p className="hint" id="logo-hint">
        {t('brand.logo.hint')}
      </p>
      {error !== null && <FieldError id="logo-error" message={error} />}
    </div>
  );
}
