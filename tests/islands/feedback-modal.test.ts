import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFeedbackModal } from '#src/islands/feedback-modal/model.ts';

test('the press that brings the dialog opens it [FB-02]', () => {
  assert.equal(createFeedbackModal().isOpen.value, true);
});

for (const outcome of ['error', 'idle'] as const) {
  test(`a dialog that is closed while feedback is sent keeps the form, and opens again where it ends in '${outcome}'`, () => {
    const model = createFeedbackModal();
    model.follow('submitting');
    model.close();
    assert.deepEqual([model.isOpen.value, model.isSending.value], [false, true]);
    model.follow(outcome);
    assert.deepEqual([model.isOpen.value, model.isSending.value], [true, false]);
  });
}

test('what was received leaves the dialog closed, and its form goes', () => {
  const model = createFeedbackModal();
  model.follow('submitting');
  model.close();
  model.follow('success');
  assert.deepEqual([model.isOpen.value, model.isSending.value], [false, false]);
});
