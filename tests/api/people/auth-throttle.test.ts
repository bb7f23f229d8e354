import { expect, test } from 'vitest'
import { atTime, type Caller, PASSWORD } from '../support/world.ts'

const MINUTE = 60_000
const email = (name: string) => `${name}@demo.example.it`
const guess = (who: Caller, name: string, password = 'sbagliata') => who.post('/auth/login', { email: email(name), password })

test('five failures are free, then each one makes the wait longer; the right password waits too', () =>
  atTime(async ({ as }, clock) => {
    const stranger = await as()
    for (let i = 0; i < 5; i++) expect((await guess(stranger, 'rete')).status).toBe(422)
    const waits: number[] = []
    for (let i = 0; i < 4; i++) {
      const slowed = await guess(stranger, 'rete', PASSWORD)
      expect(slowed.status).toBe(429)
      expect(slowed.body.message).toMatch(/^Troppi tentativi\. Riprova tra \d+ minut[oi]\.$/)
      const seconds = Number(slowed.headers['retry-after'])
      waits.push(seconds)
      clock.now += (seconds - 1) * 1000
      expect((await guess(stranger, 'rete')).status).toBe(429)
      clock.now += 1000
      expect((await guess(stranger, 'rete')).status).toBe(422)
    }
    expect(waits).toEqual([30, 60, 120, 240])
    expect((await guess(stranger, 'stazione', PASSWORD)).status).toBe(200)
  }))

test('whoever tries for two hours has at most ten passwords verified in any fifteen minutes', () =>
  atTime(async ({ as }, clock) => {
    const stranger = await as()
    const verified: number[] = []
    for (const end = clock.now + 120 * MINUTE; clock.now < end; clock.now += 10_000)
      if ((await guess(stranger, 'rete')).status === 422) verified.push(clock.now)
    const most = Math.max(...verified.map((from) => verified.filter((at) => at >= from && at < from + 15 * MINUTE).length))
    console.log(`720 tries in 2 hours: ${verified.length} verified, at most ${most} in 15 minutes`)
    expect(most).toBeLessThanOrEqual(10)
    expect(verified.length).toBeLessThanOrEqual(100)
  }))

test('an unknown address is slowed down as a known one', () =>
  atTime(async ({ as }) => {
    const stranger = await as()
    for (let i = 0; i < 5; i++) expect((await guess(stranger, 'mai.visto')).status).toBe(422)
    expect((await guess(stranger, 'mai.visto')).status).toBe(429)
  }))

test('strangers cannot shut a person out: the browser signed in from before is counted apart', () =>
  atTime(async ({ as }) => {
    const rete = await as('rete')
    const stranger = await as()
    for (let i = 0; i < 8; i++) await guess(stranger, 'rete')
    expect((await guess(stranger, 'rete', PASSWORD)).status).toBe(429)
    expect((await guess(rete, 'rete', PASSWORD)).status).toBe(200)
    // Its own failures do count, and the device of one person is nobody to another.
    for (let i = 0; i < 5; i++) expect((await guess(rete, 'rete')).status).toBe(422)
    expect((await guess(rete, 'rete')).status).toBe(429)
    for (let i = 0; i < 5; i++) await guess(stranger, 'stazione')
    expect((await guess(rete, 'stazione', PASSWORD)).status).toBe(429)
  }))

test('thirty people behind one address who mistype twice all get in; a hundred failures shut the address for a while', () =>
  atTime(async ({ as }, clock) => {
    const office = await as()
    for (let i = 0; i < 30; i++) for (const _ of [1, 2]) expect((await guess(office, `persona.${i}`)).status).toBe(422)
    expect((await guess(office, 'rete', PASSWORD)).status).toBe(200)
    for (let i = 0; i < 40; i++) await guess(office, `altro.${i}`)
    expect((await guess(office, 'stazione', PASSWORD)).status).toBe(429)
    clock.now += 15 * MINUTE
    expect((await guess(office, 'stazione', PASSWORD)).status).toBe(200)
  }))
