import { test } from 'node:test';
import { openStage } from './stage.ts';
import { carryRandomTexts, withScript } from './ways.ts';

const stage = await openStage();

test('500 random texts of every kind of character arrive as they were sent, with JavaScript', async (t) => {
  const page = await stage.visitor(t, { hasScript: withScript.hasScript });
  await carryRandomTexts(page, stage.server.url, withScript, 500);
});
