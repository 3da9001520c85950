import { test } from 'node:test';
import { openStage } from './stage.ts';
import { carryRandomTexts, withoutScript } from './ways.ts';

const stage = await openStage();

test('500 random texts of every kind of character arrive as they were sent, without JavaScript', async (t) => {
  const page = await stage.visitor(t, { hasScript: withoutScript.hasScript });
  await carryRandomTexts(page, stage.server.url, withoutScript, 500);
});
