import { expect, test } from 'vitest'
import { activityRow, historyRow } from '../../../server/lib/core/audit.ts'

const context = { user: { id: 7 }, ip: '10.0.0.1', agent: 'Test', requestId: 'r1', now: new Date(0) } as any
const endpoint = (method: string) => ({ method, resource: 'banks' }) as any
test('a request leaves a row that says who did what, to what, from where, and how it ended', () => {
  const url = '/api/v1/banks/5?secret=x'
  const row = (method: string, facts: object = {}, who: object = context) => activityRow(who as any, endpoint(method), url, 201, facts)
  expect(row('POST', { entity_id: 5 })).toEqual({
    user_id: 7,
    action: 'creazione',
    entity: 'banks',
    entity_id: '5',
    method: 'POST',
    path: '/api/v1/banks/5',
    ip: '10.0.0.1',
    user_agent: 'Test',
    request_id: 'r1',
    status: 201,
    created_at: '1970-01-01T00:00:00.000Z',
  })
  expect(['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => row(method).action)).toEqual(['comando', 'modifica', 'modifica', 'eliminazione'])
  expect(row('POST', { action: 'login', entity: 'users', entity_id: null, user_id: 9 })).toMatchObject({
    action: 'login',
    entity: 'users',
    entity_id: null,
    user_id: 9,
  })
  expect(row('POST', {}, { ...context, user: undefined })).toMatchObject({ user_id: null, entity_id: null })
  expect(row('POST', { entity_id: 'x'.repeat(99) }).entity_id).toHaveLength(60)
  expect(activityRow(context, endpoint('GET'), `/${'x'.repeat(400)}`, 200, {}).path).toHaveLength(300)
})
test('a history has before and after, and no secret of either', () => {
  const before = { name: 'a', password_hash: 'x', pin: '1', api_token: 't', SECRET: 's' }
  expect(historyRow(context, 'bank', 5, 'updated', before, { name: 'b' })).toEqual({
    model: 'bank',
    model_id: 5,
    event: 'updated',
    old: { name: 'a', password_hash: '••••', pin: '••••', api_token: '••••', SECRET: '••••' },
    new: { name: 'b' },
    user_id: 7,
    ip: '10.0.0.1',
    created_at: '1970-01-01T00:00:00.000Z',
  })
  expect(historyRow({ ...context, user: undefined }, 'bank', 5, 'created', null, 'x')).toMatchObject({
    old: null,
    new: null,
    user_id: null,
  })
})
