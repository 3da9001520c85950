import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copyText } from '#src/islands/clipboard.ts';

/** A browser without a clipboard for pages, in which nothing is selected. */
function createWindow(isEnabled: (page: EventTarget) => boolean) {
  const clipboard: string[] = [];
  const page = new EventTarget();
  const execCommand = (command: string) => {
    const clipboardData = { setData: (_: string, text: string) => void clipboard.push(text) };
    const event = Object.assign(new Event(command, { cancelable: true }), { clipboardData });
    return isEnabled(page) && !page.dispatchEvent(event);
  };
  const window = { navigator: {}, document: Object.assign(page, { execCommand }) };
  return { window: window as unknown as Window, page, clipboard };
}

/** WebKit without a selection: `Editor::canDHTMLCopy`. */
const isOffered = (page: EventTarget) => !page.dispatchEvent(new Event('beforecopy', { cancelable: true }));

test('Safari, too, copies without a selection where a page has no clipboard of its own', async () => {
  const { window, page, clipboard } = createWindow(isOffered);
  await copyText(window, 'https://hush.example.org/secret/x');
  assert.deepEqual(clipboard, ['https://hush.example.org/secret/x']);
  assert.equal(isOffered(page), false, 'what is copied next is what is selected');
});

test('a browser that copies nothing is told, and keeps nothing for what is copied next', async () => {
  const { window, page, clipboard } = createWindow(() => false);
  await assert.rejects(copyText(window, 'x'));
  assert.ok(page.dispatchEvent(new Event('copy', { cancelable: true })));
  assert.deepEqual(clipboard, []);
});
