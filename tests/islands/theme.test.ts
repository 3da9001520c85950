import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatLocal } from '#src/islands/early/local-times.ts';
import { createTheme, THEME_KEY } from '#src/islands/early/theme.ts';

function setUp(stored: string | null, prefersDark: boolean) {
  const storage = { restMode: stored };
  const theme = createTheme({
    read: () => storage.restMode,
    write: (restMode) => {
      storage.restMode = restMode;
    },
    prefersDark: () => prefersDark,
  });
  return { storage, theme };
}

test('the theme starts as the system has it, and is kept under restMode once chosen [SET-06]', () => {
  assert.equal(THEME_KEY, 'restMode');
  assert.equal(setUp(null, true).theme.current(), 'dark');
  assert.equal(setUp(null, false).theme.current(), 'light');
  const { storage, theme } = setUp(null, false);
  theme.toggle();
  assert.equal(storage.restMode, 'true');
});

test('the theme is dark or light: toggling goes from one to the other and back [SET-05]', () => {
  const { theme } = setUp('true', false);
  assert.deepEqual(
    [theme.current(), theme.toggle(), theme.current(), theme.toggle()],
    ['dark', 'light', 'light', 'dark'],
  );
});

test('a stored choice outweighs the system, anything unknown does not', () => {
  assert.equal(setUp('false', true).theme.current(), 'light');
  assert.equal(setUp('true', false).theme.current(), 'dark');
  assert.equal(setUp('maybe', true).theme.current(), 'dark');
});

test("a moment is written in the reader's language and zone", () => {
  const iso = '2026-11-21T23:30:00.000Z';
  assert.match(formatLocal(iso, 'en-GB', 'Asia/Tokyo'), /^Sun,? 22 November 2026.*8:30/);
  assert.match(formatLocal(iso, 'de', 'UTC'), /^Sa\., 21\. November 2026.*23:30/);
});
