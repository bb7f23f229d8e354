import { expect, test } from 'vitest'
import { inWorld } from './world.ts'

test('a person signs in, is known by role, and is unknown after signing out', () =>
  inWorld(async ({ as }) => {
    const ispettore = await as('ispettore')
    const me = await ispettore.get('/auth/me')
    expect(me.status).toBe(200)
    expect(me.body.data).toMatchObject({ name: 'Ivan Ispettore', scope: ['inspection'], permissions: [] })
    expect((await ispettore.post('/auth/logout')).status).toBe(200)
    expect((await ispettore.get('/auth/me')).status).toBe(401)
  }))
