import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import { MAX_LOGO_BYTES } from '#src/features/domains/domain-bounds.ts';
import type { BrandWire, DomainWire } from '#src/features/domains/domain-wire.ts';
import type { FormFields } from '../../client/client.ts';
import { createFormPost, type FormFailure, type FormPostDeps } from '../../client/form-post.ts';
import { textAt } from '../../client/json.ts';
import type { Lasting } from '../../client/lasting.ts';
import { domainApi } from '../domain-paths.ts';

/** Where a notice stands: at the form that has done it, or above both if the page came with it. */
export type NoticePlace = 'page' | 'words' | 'logo';

/** What the form for it holds. */
export type BrandWords = Omit<BrandWire, 'logo_url'>;

export interface BrandModel extends Lasting {
  /** What the fields begin with: what was sent last, else what the page came with. */
  brand(): BrandWords;
  /** What is kept, as it was sent; null after a page that came refused: that holds what was typed. */
  readonly saved: ReadonlySignal<BrandWords | null>;
  readonly isSaving: ReadonlySignal<boolean>;
  readonly isSendingLogo: ReadonlySignal<boolean>;
  /** What is wrong with a field, or with a form as a whole. */
  readonly failure: ReadonlySignal<FormFailure | null>;
  /** What has just been done, for one of the places where that is said. */
  noticeAt(place: NoticePlace): string | null;
  /** Address of the present logo. */
  readonly logoUrl: ReadonlySignal<string | null>;
  save(fields: FormFields): Promise<void>;
  upload(fields: FormFields): Promise<void>;
  removeLogo(fields: FormFields): Promise<void>;
}

export interface BrandStart {
  readonly domain: DomainWire;
  readonly error: FormFailure | null;
  readonly notice: string | null;
}

/** How a domain looks: what was typed is sent as a whole, a logo as soon as it is chosen and sent. */
export function createBrandModel({ domain, ...start }: BrandStart, deps: FormPostDeps): BrandModel {
  const [words, logo] = [createFormPost(deps), createFormPost(deps)];
  const failure = signal(start.error);
  const notice = signal<{ place: NoticePlace; text: string | null }>({ place: 'page', text: start.notice });
  const logoUrl = signal(domain.brand.logo_url);
  const url = domainApi(domain);
  let brand: BrandWords = domain.brand;
  const saved = signal<BrandWords | null>(start.error === null ? brand : null);

  async function send(post: typeof words, path: string, fields: FormFields): Promise<void> {
    if (post.isBusy.value) return;
    failure.value = null;
    notice.value = { place: 'page', text: null };
    await post.submit(url + path, fields, (body) => {
      notice.value = { place: post === logo ? 'logo' : 'words', text: textAt(body, 'message') };
      // Of two forms on their way the words may be answered last, and know nothing of the new logo.
      if (post === logo) logoUrl.value = textAt(body, 'record', 'brand', 'logo_url');
      else saved.value = brand;
      return null;
    });
    failure.value = post.failure.value ?? failure.value;
  }

  return {
    isSaving: words.isBusy,
    isSendingLogo: logo.isBusy,
    isAwaiting: computed(() => words.isBusy.value || logo.isBusy.value),
    ...{ failure, logoUrl, saved },
    brand: () => brand,
    noticeAt: (place) => (notice.value.place === place ? notice.value.text : null),
    save: (fields) => {
      if (!words.isBusy.value) brand = brandIn(fields);
      return send(words, '/brand', fields);
    },
    removeLogo: (fields) => send(logo, '/logo/remove', fields),
    upload: async (fields) => {
      // What the server would refuse is not even sent.
      if (fields.every(([, value]) => typeof value === 'string' || value.size <= MAX_LOGO_BYTES)) {
        return send(logo, '/logo', fields);
      }
      notice.value = { place: 'page', text: null };
      failure.value = { field: 'logo', message: deps.t('brandErrors.logoTooLarge', { max: MAX_LOGO_BYTES / 1000 }) };
    },
  };
}

/** As it stands in the form; what is left out is nothing. */
function brandIn(fields: FormFields): BrandWords {
  const typed = new Map(fields);
  const textOf = (name: string) => String(typed.get(name) ?? '');
  return {
    ...{ name: textOf('name'), accent: textOf('accent'), home: typed.has('home') },
    ...{ before_reveal: textOf('before_reveal'), after_reveal: textOf('after_reveal') },
  };
}
