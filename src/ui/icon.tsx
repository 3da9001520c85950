/** Drawn for Hushlink: 24 px grid, 1.5 px stroke, round ends. Each entry is one or more paths. */
const PATHS = {
  alert: [
    'M10.7 5.25L3.6 17.5a1.5 1.5 0 0 0 1.3 2.25h14.2a1.5 1.5 0 0 0 1.3-2.25L13.3 5.25a1.5 1.5 0 0 0-2.6 0z',
    'M12 10v4M12 16.75v.01',
  ],
  'arrow-left': ['M19 12H5M10.75 6.25L5 12l5.75 5.75'],
  check: ['M5 12.5l4.5 4.5L19 7.5'],
  'chevron-down': ['M6.5 9.5l5.5 5.5 5.5-5.5'],
  clock: ['M20.25 12a8.25 8.25 0 1 1-16.5 0a8.25 8.25 0 0 1 16.5 0z', 'M12 7.5V12l3 2'],
  close: ['M6.5 6.5l11 11M17.5 6.5l-11 11'],
  copy: [
    'M11 9h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2z',
    'M15 9V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h3',
  ],
  dice: [
    'M7.25 4.25h9.5a3 3 0 0 1 3 3v9.5a3 3 0 0 1-3 3h-9.5a3 3 0 0 1-3-3v-9.5a3 3 0 0 1 3-3z',
    'M8.75 8.75v.01M15.25 8.75v.01M12 12v.01M8.75 15.25v.01M15.25 15.25v.01',
  ],
  eye: [
    'M2.75 12S6 5.75 12 5.75 21.25 12 21.25 12 18 18.25 12 18.25 2.75 12 2.75 12z',
    'M14.75 12a2.75 2.75 0 1 1-5.5 0a2.75 2.75 0 0 1 5.5 0z',
  ],
  'eye-off': [
    'M4 4l16 16M9.9 6a8 8 0 0 1 2.1-.25c6 0 9.25 6.25 9.25 6.25a15 15 0 0 1-2.7 3.5M6.4 7.6A14.5 14.5 0 0 0 2.75 12S6 18.25 12 18.25a8.5 8.5 0 0 0 4-1M10.1 10.1a2.75 2.75 0 0 0 3.8 3.8',
  ],
  flame: [
    'M12.25 3.25c.25 3.5 5.25 5.75 5.25 10.75a5.5 5.5 0 0 1-11 0c0-2.1.9-3.5 2-4.6.2 1.5.9 2.3 1.7 2.6.1-3.5.9-6.5 2.05-8.75z',
  ],
  info: ['M20.25 12a8.25 8.25 0 1 1-16.5 0a8.25 8.25 0 0 1 16.5 0z', 'M12 11.25v4.75M12 8v.01'],
  key: [
    'M11.75 15.75a3.75 3.75 0 1 1-7.5 0a3.75 3.75 0 0 1 7.5 0z',
    'M10.75 13L19.5 4.25M16 7.75l2.75 2.75M13.5 10.25l1.5 1.5',
  ],
  link: [
    'M10 13.75a3.6 3.6 0 0 0 5.1 0l3.4-3.4a3.6 3.6 0 0 0-5.1-5.1L12 6.65',
    'M14 10.25a3.6 3.6 0 0 0-5.1 0l-3.4 3.4a3.6 3.6 0 0 0 5.1 5.1l1.4-1.4',
  ],
  moon: ['M19.75 14.25A8 8 0 0 1 9.75 4.25a8 8 0 1 0 10 10z'],
  plus: ['M12 5v14M5 12h14'],
} as const satisfies Record<string, readonly string[]>;

export type IconName = keyof typeof PATHS;

/** Decoration only: the words stand beside it. `variant` adds classes such as 'icon--sm'. */
export function Icon({ name, variant }: { name: IconName; variant?: string }) {
  return (
    <svg className={variant ? `icon ${variant}` : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name].join('')} />
    </svg>
  );
}
