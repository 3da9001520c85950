import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupOfCall, groupOfPage } from '#src/features/limits/request-groups.ts';

test('calls are counted by what they are about, of both versions of the API', () => {
  const groups = {
    create: ['POST /secret/conceal', 'POST /secret/generate/', 'POST /share', 'POST /create', 'POST /generate'],
    reveal: ['GET /secret/abc', 'POST /secret/abc', 'POST /secret/abc/burn', 'GET /secret/abc/status'],
    sender: ['GET /private/abc', 'POST /metadata/abc/burn', 'GET /receipt/recent', 'POST /private/abc/unlock'],
    account: ['GET /account', 'POST /account/domains/add', 'GET /authcheck', 'GET /colonel'],
    feedback: ['POST /feedback', 'GET /altcha/challenge', 'POST /altcha/verify'],
    other: ['GET /status', 'POST /validate-shrimp', 'GET /nothing/here', 'DELETE /', 'GET /Secret/conceal'],
  };
  for (const [group, calls] of Object.entries(groups)) {
    for (const call of calls) assert.equal(groupOfCall(...partsOf(call)), group, call);
  }
});

test('pages are counted where they do something or ask the store, and not otherwise', () => {
  const groups = {
    create: ['POST /', 'POST /dashboard'],
    reveal: ['GET /secret/abc', 'HEAD /secret/abc', 'POST /secret/abc', 'GET /secret/abc/burn'],
    sender: ['GET /private/abc', 'POST /private/abc/burn', 'GET /recent'],
    account: [
      'POST /signin',
      'POST /signup/identity',
      'POST /forgot',
      'GET /forgot/abc',
      'GET /account',
      'GET /logout',
    ],
    feedback: ['POST /feedback', 'POST /incoming'],
    payment: ['GET /account/billing_portal', 'GET /plans/identity/month/payment', 'GET //account//billing_portal/'],
    other: ['POST /nowhere', 'PUT /pricing'],
    null: ['GET /', 'GET /pricing', 'GET /info/terms', 'GET /signin', 'GET /feedback', 'GET /nowhere', 'GET /forgot'],
  };
  for (const [group, requests] of Object.entries(groups)) {
    for (const request of requests) assert.equal(String(groupOfPage(...partsOf(request))), group, request);
  }
});

test('the question that a browser asks before a call is not counted', () => {
  assert.equal(groupOfCall('OPTIONS', '/secret/conceal'), null);
  assert.equal(groupOfPage('OPTIONS', '/'), null);
});

function partsOf(request: string): [method: string, path: string] {
  const [method = '', path = ''] = request.split(' ');
  return [method, path];
}
