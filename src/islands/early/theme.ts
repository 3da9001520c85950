export const THEME_KEY = 'restMode';

export type Theme = 'light' | 'dark';

export interface ThemeDeps {
  /** The stored choice: 'true' is dark, 'false' is light, anything else is none. */
  readonly read: () => string | null;
  readonly write: (restMode: string) => void;
  readonly prefersDark: () => boolean;
}

export interface ThemeModel {
  current(): Theme;
  /** Turns to the other theme and remembers it. */
  toggle(): Theme;
}

/** Dark mode: the reader's own choice, else the system's. */
export function createTheme({ read, write, prefersDark }: ThemeDeps): ThemeModel {
  function isDark(): boolean {
    const stored = read();
    return stored === 'true' || (stored !== 'false' && prefersDark());
  }
  return {
    current: () => (isDark() ? 'dark' : 'light'),
    toggle() {
      const isDarkNext = !isDark();
      write(String(isDarkNext));
      return isDarkNext ? 'dark' : 'light';
    },
  };
}
